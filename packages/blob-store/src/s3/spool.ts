import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** More than this waits on disk. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** Bytes that have all come and whose number is known: the few in memory, the many in a file that has no name. */
export interface Spooled {
  sizeBytes: number;
  /** From the beginning, in pieces of one size; the last is shorter. */
  pieces(pieceBytes: number): AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** @param folder of the file; made when missing */
export async function spool(source: AsyncIterable<Uint8Array>, folder: string): Promise<Spooled> {
  let held: Uint8Array[] = [];
  let sizeBytes = 0;
  let file: FileHandle | undefined;
  try {
    for await (const chunk of source) {
      held.push(chunk);
      sizeBytes += chunk.byteLength;
      if (file === undefined && sizeBytes <= IN_MEMORY_BYTES) continue;
      file ??= await namelessFile(folder);
      for (const each of held) await file.appendFile(each);
      held = [];
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  const inFile = file;
  const discard = async () => inFile?.close();
  if (inFile === undefined) {
    const whole = Buffer.concat(held, sizeBytes);
    return { sizeBytes, pieces: (pieceBytes) => piecesOfBuffer(whole, pieceBytes), discard };
  }
  return { sizeBytes, pieces: (pieceBytes) => piecesOfFile(inFile, sizeBytes, pieceBytes), discard };
}

/** Gone with its last reader: a process that is killed leaves nothing. */
async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `blob-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  return handle;
}

async function* piecesOfBuffer(whole: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.byteLength; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
}

async function* piecesOfFile(
  file: FileHandle,
  sizeBytes: number,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes; at += pieceBytes) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes - at));
    let filled = 0;
    while (filled < piece.byteLength) {
      const { bytesRead } = await file.read(piece, filled, piece.byteLength - filled, at + filled);
      if (bytesRead === 0) throw new Error('the spooled file is shorter than what was written to it');
      filled += bytesRead;
    }
    yield piece;
  }
}
