import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue, opacity, each from 0 to 255. */
type Pixel = readonly [number, number, number, number];

/** A PNG with an alpha channel whose pixels a function gives (PNG, 11). */
export function pngLogo(width: number, height: number, pixel: (x: number, y: number) => Pixel): Uint8Array {
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(pixel(x, y), y * (width * 4 + 1) + 1 + x * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** A disc in a colour on nothing. */
export const discLogo = (
  width: number,
  height: number,
  color: readonly [number, number, number],
): Uint8Array =>
  pngLogo(width, height, (x, y) => {
    const inside = ((x + 0.5) / width - 0.5) ** 2 + ((y + 0.5) / height - 0.5) ** 2 < 0.25;
    return [...color, inside ? 255 : 0];
  });

/** A PNG that says it has so many pixels, and ends there. */
export function pngHeader(width: number, height: number): Uint8Array {
  const small = pngLogo(1, 1, () => [0, 0, 0, 255]);
  const claimed = Buffer.from(small);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return new Uint8Array(claimed);
}

/** The head of a JPEG (ITU-T T.81, B.2): enough to embed it, nothing to see. */
export function jpegHeader(width: number, height: number, components: number): Uint8Array {
  const frame = Buffer.alloc(10 + components * 3);
  frame.writeUInt16BE(0xffc0, 0);
  frame.writeUInt16BE(frame.length - 2, 2);
  frame.writeUInt8(8, 4);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  frame.writeUInt8(components, 9);
  return new Uint8Array(
    // A comment goes before the frame, as programs like to leave one.
    Buffer.concat([Buffer.from('ffd8fffe000641424344', 'hex'), frame, Buffer.from('ffd9', 'hex')]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
