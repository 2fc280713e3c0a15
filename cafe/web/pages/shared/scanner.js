/** Reading codes with the camera: by the browser where it can, else by the server. */

const AGAIN_MS = 400;
const LARGEST_PX = 960;
const JPEG_QUALITY = 0.8;
const FORMATS = ["data_matrix", "qr_code", "code_128"]; // electronic marks, the two codes of those on paper

/** Only over https, and where there is a camera at all. */
export const canScan = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** @returns {Promise<((video: HTMLVideoElement) => Promise<string | null>) | null>} null: the browser reads no such codes */
async function ownReader() {
  const Detector = globalThis.BarcodeDetector;
  if (!Detector) return null;
  const known = await Detector.getSupportedFormats();
  if (!FORMATS.every((format) => known.includes(format))) return null;
  const detector = new Detector({ formats: FORMATS });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** @param {HTMLVideoElement} video @returns {Promise<Blob | null>} */
function pictureOf(video) {
  const scale = Math.min(1, LARGEST_PX / Math.max(video.videoWidth, video.videoHeight, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  if (canvas.width === 0) return Promise.resolve(null);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
}

/**
 * Look for a code until there is one.
 * @param {HTMLVideoElement} video
 * @param {(picture: Blob) => Promise<string | null>} readPicture asks the server
 * @param {AbortSignal} signal ends it, and the camera
 * @returns {Promise<string>} what the code says; rejects where the camera may not be used
 */
export async function scan(video, readPicture, signal) {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 } },
  });
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const own = await ownReader();
    for (;;) {
      signal.throwIfAborted();
      const picture = own ? null : await pictureOf(video);
      const text = own ? await own(video) : picture && (await readPicture(picture));
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
