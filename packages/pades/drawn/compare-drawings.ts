import type { Drawing, DrawnPage } from './engines/drawing-engine.ts';

/** One engine draws the same file the same way each time; this much may a channel differ for rounding. */
const NOISE = 24;

/** How the second drawing of one engine differs from the first; undefined when both show the same. */
export function differenceOf(sealed: Drawing, variant: Drawing): string | undefined {
  if ('refused' in sealed || 'refused' in variant) {
    if ('refused' in sealed && 'refused' in variant) return undefined;
    return 'refused' in variant ? `not drawn: ${variant.refused}` : 'drawn, though the sealed file is not';
  }
  if (sealed.length !== variant.length) return `${variant.length} pages, not ${sealed.length}`;
  for (const [index, page] of sealed.entries()) {
    const difference = pageDifference(page, variant[index] as DrawnPage);
    if (difference !== undefined) return `page ${index + 1}: ${difference}`;
  }
  return undefined;
}

function pageDifference(sealed: DrawnPage, variant: DrawnPage): string | undefined {
  if (sealed.width !== variant.width || sealed.height !== variant.height) {
    return `${variant.width} × ${variant.height}, not ${sealed.width} × ${sealed.height}`;
  }
  if (Buffer.compare(sealed.pixels, variant.pixels) === 0) return undefined;
  let differing = 0;
  for (let at = 0; at < sealed.pixels.length; at += sealed.channels) {
    for (let channel = 0; channel < sealed.channels; channel += 1) {
      const distance = (sealed.pixels[at + channel] as number) - (variant.pixels[at + channel] as number);
      if (Math.abs(distance) <= NOISE) continue;
      differing += 1;
      break;
    }
  }
  return differing === 0 ? undefined : `${differing} pixels differ`;
}
