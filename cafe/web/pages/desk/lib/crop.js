/** Cutting a photo to shape on a canvas: moved by a finger, the mouse or arrow keys, and brought nearer. */

const MOST = 1600; // pixels of the longer side of what is sent: twice of what the page shows
const QUALITY = 0.9;

/** Width to height; null: as the photo is. */
export const SHAPES = { "4:3": 4 / 3, "1:1": 1, "whole": null };

/** The part of a photo that is to be kept. */
export class Crop {
  /** @param {ImageBitmap} photo upright, as the browser has read it */
  constructor(photo) {
    this.photo = photo;
    /** @type {keyof typeof SHAPES} */
    this.shape = "4:3";
    this.zoom = 1;
    this.x = photo.width / 2; // the middle of the frame, in the photo's pixels
    this.y = photo.height / 2;
  }

  get ratio() {
    return SHAPES[this.shape] ?? this.photo.width / this.photo.height;
  }

  /** The frame within the photo; it never leaves it. */
  get frame() {
    const width = Math.min(this.photo.width, this.photo.height * this.ratio) / this.zoom;
    const height = width / this.ratio;
    const keep = (/** @type {number} */ middle, /** @type {number} */ size, /** @type {number} */ all) =>
      Math.min(Math.max(middle - size / 2, 0), all - size);
    return { x: keep(this.x, width, this.photo.width), y: keep(this.y, height, this.photo.height), width, height };
  }

  /** Move the frame, in parts of its size. @param {number} right @param {number} down */
  move(right, down) {
    const { x, y, width, height } = this.frame;
    this.x = x + width / 2 + right * width;
    this.y = y + height / 2 + down * height;
  }

  /** @param {HTMLCanvasElement} canvas takes the frame's shape */
  paint(canvas, longest = 720) {
    const { x, y, width, height } = this.frame;
    const scale = Math.min(1, longest / Math.max(width, height));
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (!context) return;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(this.photo, x, y, width, height, 0, 0, canvas.width, canvas.height);
  }

  /** What is sent: the frame alone, upright and small. @returns {Promise<Blob | null>} */
  file() {
    const canvas = document.createElement("canvas");
    this.paint(canvas, MOST);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  }
}
