export { coverUv, type Pair } from "./cover.js";
export { type Ease, easeInQuart, easeOut, easeOutCubic, easeOutQuart, easeOutQuint, Tweens } from "./easing.js";
export { DISTANCE, fieldOfView, type Layout, layoutOf, opacityAt, ROLL, type Slide } from "./layout.js";
export { Slider, type SliderOptions, wrap } from "./slider.js";
