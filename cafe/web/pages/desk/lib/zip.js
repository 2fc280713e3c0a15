/** The files of a ZIP archive (PKWARE's APPNOTE), read where it lies: only what is asked for is unpacked. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const HEAD_SIZE = 30;
const MOST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** Not a ZIP archive, or none that can be read here: with a password, in parts, over 4 GB. */
export class ZipError extends Error {}

/** @typedef {{ name: string, size: number, open: () => Promise<Blob> }} ZipFile `size` in bytes when unpacked */

/** @param {Blob} blob */
const viewOf = async (blob) => new DataView(await blob.arrayBuffer());

/** Windows writes names in its own old code page, everybody else in UTF-8. @param {Uint8Array<ArrayBuffer>} bytes */
function nameOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("ibm866").decode(bytes);
  }
}

/**
 * List the files, without folders and what a Mac adds.
 * @param {Blob} archive
 * @returns {Promise<ZipFile[]>}
 */
export async function readZip(archive) {
  const tail = await viewOf(archive.slice(-(END_SIZE + MOST_COMMENT)));
  let end = tail.byteLength - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new ZipError("no end");
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const list = await viewOf(archive.slice(start, start + tail.getUint32(end + 12, true)));
  const files = [];
  for (let at = 0, number = 0; number < count; number += 1) {
    if (at + ENTRY_SIZE > list.byteLength || list.getUint32(at, true) !== ENTRY) throw new ZipError("no entry");
    const length = list.getUint16(at + 28, true);
    const file = fileOf(archive, list, at, length);
    if (!/\/$|^__MACOSX\/|(^|\/)\./.test(file.name)) files.push(file);
    at += ENTRY_SIZE + length + list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
  }
  return files;
}

/**
 * @param {Blob} archive
 * @param {DataView<ArrayBuffer>} list
 * @param {number} at
 * @param {number} length of the name
 * @returns {ZipFile}
 */
function fileOf(archive, list, at, length) {
  if (at + ENTRY_SIZE + length > list.byteLength) throw new ZipError("cut off");
  const isEncrypted = list.getUint16(at + 8, true) % 2 === 1;
  const method = list.getUint16(at + 10, true);
  const packed = list.getUint32(at + 20, true);
  const size = list.getUint32(at + 24, true);
  const start = list.getUint32(at + 42, true);
  const name = nameOf(new Uint8Array(list.buffer, at + ENTRY_SIZE, length));
  return {
    name,
    size,
    async open() {
      if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new ZipError(name);
      const head = await viewOf(archive.slice(start, start + HEAD_SIZE));
      if (head.byteLength < HEAD_SIZE) throw new ZipError(name);
      const from = start + HEAD_SIZE + head.getUint16(26, true) + head.getUint16(28, true);
      const content = archive.slice(from, from + packed);
      if (method === STORED) return content;
      return new Response(content.stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob();
    },
  };
}
