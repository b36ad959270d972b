import sharp, { type Sharp } from 'sharp';

/** As large as the product looks at faces, pixels. */
const SENT_SIZE = 640;
/** Greymaps and pixmaps (Netpbm), in which old collections of faces come: width, height and brightest value. */
const PNM = /^P([2356])\s+(?:#[^\n]*\s+)*(\d+)\s+(?:#[^\n]*\s+)*(\d+)\s+(?:#[^\n]*\s+)*(\d{1,5})\s/;
const HEAD_BYTES = 1024;

/** A picture of any format as the product would have sent it: upright, small, and PNG. Rejects for what is none. */
export async function asSent(bytes: Buffer): Promise<Buffer> {
  const picture = pnmOf(bytes) ?? bmpOf(bytes) ?? sharp(bytes, { failOn: 'error', limitInputPixels: 200e6 });
  return picture
    .rotate()
    .resize({ width: SENT_SIZE, height: SENT_SIZE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#7f7f7f' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

/** Netpbm's plain and raw forms of shades and colours; undefined for what is none of them. */
function pnmOf(bytes: Buffer): Sharp | undefined {
  const [head, kind, ...sizes] = PNM.exec(bytes.subarray(0, HEAD_BYTES).toString('latin1')) ?? [];
  if (head === undefined) return undefined;
  const [width = 0, height = 0, brightest = 0] = sizes.map(Number);
  const channels = kind === '3' || kind === '6' ? 3 : 1;
  const count = width * height * channels;
  if (count === 0 || brightest === 0 || count > bytes.length) throw new Error('a picture without pixels');
  const isPlain = kind === '2' || kind === '3';
  const values = isPlain
    ? bytes.subarray(head.length).toString('latin1').trim().split(/\s+/).map(Number)
    : bytes.subarray(head.length);
  const isWide = !isPlain && brightest > 255;
  const pixels = Uint8Array.from({ length: count }, (_, at) => {
    const value = isWide ? (values[at * 2] ?? 0) * 256 + (values[at * 2 + 1] ?? 0) : (values[at] ?? 0);
    return Math.round((value * 255) / brightest);
  });
  return sharp(pixels, { raw: { width, height, channels } });
}

/** Windows bitmaps of 8, 24 or 32 bits without packing; undefined for what is none of them. */
function bmpOf(bytes: Buffer): Sharp | undefined {
  if (bytes.length < 54 || bytes.toString('latin1', 0, 2) !== 'BM') return undefined;
  const [start, headSize] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)];
  const [width, signed] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const bits = bytes.readUInt16LE(28);
  const height = Math.abs(signed);
  const packing = bytes.readUInt32LE(30);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (width <= 0 || height === 0 || ![8, 24, 32].includes(bits) || (packing !== 0 && packing !== 3))
    throw new Error('a bitmap that is not read');
  if (start + rowBytes * height > bytes.length) throw new Error('a bitmap cut short');
  const palette = bytes.subarray(14 + headSize, start);
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    const from = start + (signed > 0 ? height - 1 - row : row) * rowBytes + (column * bits) / 8;
    const [source, place] = bits === 8 ? [palette, (bytes[from] ?? 0) * 4] : [bytes, from];
    for (const channel of [0, 1, 2]) pixels[at * 3 + channel] = source[place + 2 - channel] ?? 0;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
