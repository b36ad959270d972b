import type { Drawing, DrawnPage } from './engines/drawing-engine.ts';

/** One engine draws the same file the same way each time; this much may a channel differ for rounding. */
const NOISE = 24;
/** Around an area that may differ, for the anti-aliasing of its edge; pixels. */
const MARGIN = 2;

/** Part of a page, as fractions of its width and height from the top left. */
export interface AllowedArea {
  /** From 1. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * How the second drawing of one engine differs from the first; undefined when both show the same. A drawing that was
 * ended for its time shows nothing, which differs from everything.
 */
export function differenceOf(
  sealed: Drawing,
  variant: Drawing,
  allowed: readonly AllowedArea[] = [],
): string | undefined {
  if ('overLimitMs' in variant) return `not drawn within ${variant.overLimitMs} ms`;
  if ('overLimitMs' in sealed) return `the sealed file is not drawn within ${sealed.overLimitMs} ms`;
  if ('refused' in sealed || 'refused' in variant) {
    if ('refused' in sealed && 'refused' in variant) return undefined;
    return 'refused' in variant ? `not drawn: ${variant.refused}` : 'drawn, though the sealed file is not';
  }
  if (sealed.length !== variant.length) return `${variant.length} pages, not ${sealed.length}`;
  for (const [index, page] of sealed.entries()) {
    const areas = allowed.filter((area) => area.page === index + 1);
    const difference = pageDifference(page, variant[index] as DrawnPage, areas);
    if (difference !== undefined) return `page ${index + 1}: ${difference}`;
  }
  return undefined;
}

function pageDifference(
  sealed: DrawnPage,
  variant: DrawnPage,
  areas: readonly AllowedArea[],
): string | undefined {
  const { width, height, channels } = sealed;
  if (width !== variant.width || height !== variant.height) {
    return `${variant.width} × ${variant.height}, not ${width} × ${height}`;
  }
  if (Buffer.compare(sealed.pixels, variant.pixels) === 0) return undefined;
  // Drawing commands have no places: where a stamp is allowed they say nothing.
  if (height === 1 && areas.length > 0) return undefined;
  const isAllowed = (pixel: number): boolean => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return areas.some(
      (area) =>
        x >= area.left * width - MARGIN &&
        x <= (area.left + area.width) * width + MARGIN &&
        y >= area.top * height - MARGIN &&
        y <= (area.top + area.height) * height + MARGIN,
    );
  };
  let differing = 0;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (differs(sealed, variant, pixel * channels) && !isAllowed(pixel)) differing += 1;
  }
  return differing === 0 ? undefined : `${differing} pixels differ`;
}

function differs(sealed: DrawnPage, variant: DrawnPage, at: number): boolean {
  for (let channel = at; channel < at + sealed.channels; channel += 1) {
    const distance = (sealed.pixels[channel] as number) - (variant.pixels[channel] as number);
    if (Math.abs(distance) > NOISE) return true;
  }
  return false;
}
