import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A blob at rest: a header, then frames of AES-256-GCM in the STREAM construction (Hoang, Reyhanitabar,
 * Rogaway, Vizár: "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", 2015). The nonce
 * of a frame is its number and whether it is the last, so frames moved, dropped, doubled or cut off at the end
 * do not decrypt. Every frame but the last holds FRAME_BYTES of plain bytes.
 *
 * The data key is HKDF-SHA256 (RFC 5869) of the master key with the whole header as salt: 32 random bytes in
 * it make the key one blob's own, so a counter never repeats a nonce under one key, and a header altered is a
 * key that opens nothing.
 */
export const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
/** The last byte is the version of this format. */
const MAGIC = Buffer.from('LACREBL\u0001', 'latin1');
const SALT_BYTES = 32;
export const HEADER_BYTES = MAGIC.byteLength + SALT_BYTES;

export function newHeader(): Buffer {
  return Buffer.concat([MAGIC, randomBytes(SALT_BYTES)]);
}

export function isHeader(header: Buffer): boolean {
  return header.byteLength === HEADER_BYTES && header.subarray(0, MAGIC.byteLength).equals(MAGIC);
}

export function dataKey(masterKey: Uint8Array, header: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, header, 'lacre blob data key', 32));
}

/** Which of several master keys sealed a file, told by its first frame; undefined when none did. */
export function openingKey(
  masterKeys: readonly Uint8Array[],
  { header, frame, isLast }: { header: Buffer; frame: Buffer; isLast: boolean },
): Uint8Array | undefined {
  return masterKeys.find((masterKey) => {
    try {
      openFrame(dataKey(masterKey, header), 0, isLast, frame);
      return true;
    } catch {
      return false;
    }
  });
}

/** Where the frames of a stored file lie, or undefined when no blob has such a size. */
export function layoutOf(fileBytes: number): { frames: number; plainBytes: number } | undefined {
  const body = fileBytes - HEADER_BYTES;
  const frames = Math.ceil(body / SEALED_FRAME_BYTES);
  const plainBytes = body - frames * TAG_BYTES;
  // Only the empty blob has an empty last frame.
  const whole = frames === 1 ? plainBytes >= 0 : plainBytes > (frames - 1) * FRAME_BYTES;
  return frames >= 1 && whole ? { frames, plainBytes } : undefined;
}

export function frameAt(index: number, fileBytes: number): { offset: number; length: number } {
  const offset = HEADER_BYTES + index * SEALED_FRAME_BYTES;
  return { offset, length: Math.min(SEALED_FRAME_BYTES, fileBytes - offset) };
}

function sealFrame(key: Buffer, index: number, last: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the frame is not the authentic one of that place */
export function openFrame(key: Buffer, index: number, last: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(sealed.byteLength - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, sealed.byteLength - TAG_BYTES));
  decipher.final();
  return plain;
}

/** Cuts a stream into sealed frames; holds about two frames in memory. */
export async function* sealFrames(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (rest.byteLength > 0) {
      // A full frame leaves only when a byte follows it: until then it may be the last.
      if (heldBytes === FRAME_BYTES) {
        yield sealFrame(key, index, false, Buffer.concat(held, heldBytes));
        index += 1;
        held = [];
        heldBytes = 0;
      }
      const taken = rest.subarray(0, FRAME_BYTES - heldBytes);
      held.push(taken);
      heldBytes += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }
  yield sealFrame(key, index, true, Buffer.concat(held, heldBytes));
}

function nonce(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}
