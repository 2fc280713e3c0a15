/** Drawing: whoever changes what is shown says so, and the page is drawn once per change. */

let render = () => {};
let isScheduled = false;

/** @param {() => void} callback draws the page */
export const onDraw = (callback) => {
  render = callback;
};

/** Draw the page anew, once everything that runs now has run. */
export function draw() {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    render();
  });
}
