export type ImageMediaType = 'image/jpeg' | 'image/png';

/** An image that is what it says it is, and nothing besides. */
export interface CleanImage {
  bytes: Buffer;
  mediaType: ImageMediaType;
  width: number;
  height: number;
}

/** Longest side of an image, pixels: what is shown at most 400 wide needs no more, and a browser must unpack it all. */
const MAX_SIDE = 6_000;

/** The file is no image of this format, or a broken one. */
export class NotAnImage extends Error {
  override name = 'NotAnImage';
}

/** @throws NotAnImage for unusable sides. */
export function checkedSides(width: number, height: number): { width: number; height: number } {
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    throw new NotAnImage(`${width} x ${height} pixels`);
  return { width, height };
}
