import { checkedSides, NotAnImage, type CleanImage } from './image-format.ts';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const QUANTIZATION = 0xdb;
const HUFFMAN = 0xc4;
/** Baseline, extended and progressive frames, Huffman-coded (ITU-T T.81, table B.1): what browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** JFIF's density and Adobe's colour transform say how to show it; other application data and comments do not. */
const KEPT_APPLICATION = new Set([0xe0, 0xee]);
const RESTART_INTERVAL = 0xdd;

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isKept = (marker: number): boolean =>
  FRAMES.has(marker) ||
  KEPT_APPLICATION.has(marker) ||
  [START_OF_SCAN, QUANTIZATION, HUFFMAN, RESTART_INTERVAL].includes(marker);
const isDropped = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** A JPEG from its first marker to its last (ITU-T T.81, annex B), without metadata of place and camera. */
export function readJpeg(file: Buffer): CleanImage {
  const kept: Buffer[] = [Buffer.from([0xff, START_OF_IMAGE])];
  const seen = new Set<number>();
  let sides: { width: number; height: number } | undefined;
  for (let at = 2; ;) {
    const marker = markerAt(file, at);
    if (marker === END_OF_IMAGE) break;
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > file.length) throw new NotAnImage('a segment without its end');
    if (!isKept(marker) && !isDropped(marker)) throw new NotAnImage(`a marker ${marker.toString(16)}`);
    if (FRAMES.has(marker)) {
      if (sides !== undefined || length < 8) throw new NotAnImage('more than one frame');
      sides = checkedSides(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    }
    const next = marker === START_OF_SCAN ? endOfScan(file, end) : end;
    if (marker === START_OF_SCAN && (sides === undefined || next === end))
      throw new NotAnImage('an empty scan');
    if (isKept(marker)) kept.push(file.subarray(at, next));
    seen.add(marker);
    at = next;
  }
  if (sides === undefined || ![START_OF_SCAN, QUANTIZATION, HUFFMAN].every((marker) => seen.has(marker)))
    throw new NotAnImage('a picture is missing');
  kept.push(Buffer.from([0xff, END_OF_IMAGE]));
  return { bytes: Buffer.concat(kept), mediaType: 'image/jpeg', ...sides };
}

function markerAt(file: Buffer, at: number): number {
  const marker = file[at + 1];
  if (file[at] !== 0xff || marker === undefined) throw new NotAnImage('no marker where one must be');
  return marker;
}

/** Where the next marker begins: within a scan, FF is followed by 00 or a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new NotAnImage('a scan without its end');
}
