/** What the dialog says in which a photo is cut to shape, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/photo.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "photo.crop": "Frame",
  "photo.shape": "Shape of the frame",
  "photo.whole": "all of it",
  "photo.zoom": "Zoom",
  "photo.move": "Frame. Drag the photo or use the arrow keys.",
  "photo.use": "Use this photo",
  "photo.sending": "Sending… {percent}%",
  "photo.unreadable": "The browser could not read this photo. Try JPEG, PNG or WebP.",
  "photo.large": "The photo is too large: {limit} MB at most.",
  "photo.offline": "The photo was not sent. Check the connection.",
};
