/** Drawing: whoever changes what is shown says so, and the page is drawn once per change. */

let drawPage = () => {};
let isDrawn = true;

/** @param {() => void} callback draws the page */
export const onDraw = (callback) => {
  drawPage = callback;
};

/** Draw the page anew, once everything that runs now has run. */
export function draw() {
  if (!isDrawn) return;
  isDrawn = false;
  queueMicrotask(() => {
    isDrawn = true;
    drawPage();
  });
}
