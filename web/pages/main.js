// The index: a live thumbnail of each page.

const motion = matchMedia("(prefers-reduced-motion: reduce)");
for (const frame of document.querySelectorAll("iframe[data-src]")) {
  // a thumbnail lives while it is seen
  const observer = new IntersectionObserver(([entry]) => {
    const wanted = entry.isIntersecting && !motion.matches ? frame.dataset.src : "about:blank";
    if (frame.getAttribute("src") !== wanted) frame.setAttribute("src", wanted);
  });
  observer.observe(frame);
}
window.muslin = { pages: [...document.querySelectorAll("a[data-page]")].map((link) => link.dataset.page) };
