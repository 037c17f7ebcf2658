// The mass-spring simulator: the program's own window, in a page.

import init, { start, status } from "../../src/viewer/muslin_viewer.js";

const line = document.getElementById("status");
try {
  await init();
  await start(document.getElementById("stage"), new URLSearchParams(location.search).get("scene") ?? "pinned2");
  line.hidden = true;
  window.muslin = {
    get status() {
      const text = status();
      return text === "" ? undefined : JSON.parse(text);
    },
  };
} catch (error) {
  line.textContent = `The simulator does not start here: ${error?.message ?? error}`;
}
