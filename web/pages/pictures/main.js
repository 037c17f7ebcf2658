// The images of a page as cloth.

import { MuslinError } from "../../lib/index.js";
import { hangPictures } from "../../lib/pictures.js";
import { paint } from "../shared/painting.js";
import { run } from "../shared/renderer.js";

run(async () => {
  const wall = document.getElementById("wall");
  for (let seed = 0; seed < 6; seed++) {
    const image = document.createElement("img");
    image.alt = `Hills before a sky, number ${seed + 1}`;
    image.tabIndex = 0;
    image.width = 400;
    image.height = 300;
    image.style.cssText = "width: 100%; height: auto; display: block";
    image.src = paint(seed, 800, 600).toDataURL("image/png");
    const tile = document.createElement("li");
    tile.className = "tile";
    tile.append(image);
    wall.append(tile);
  }
  const pictures = await hangPictures(".tile img", { grab: true });
  window.muslin = { pictures, hangPictures, MuslinError };
});
