/** A page as an engine drew it: rows of `channels` bytes a pixel, without padding. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly pixels: Uint8Array;
}

/** `screen`: what a viewer shows. `print`: what the engine's own print mode draws (ISO 32000-2, 8.11.4.4, 12.5.3). */
export type DrawingMode = 'screen' | 'print';

/** All pages, or why the engine does not draw the file, or the time in which it did not. */
export type Drawing = readonly DrawnPage[] | { readonly refused: string } | { readonly overLimitMs: number };

export interface DrawingEngine {
  readonly name: string;
  readonly modes: readonly DrawingMode[];
  draw(pdf: Uint8Array, mode: DrawingMode): Promise<Drawing>;
}

/** 72 dots to the inch: a digit of body text is several pixels wide. */
export const SCALE = 1;
/**
 * The whole of a file takes an engine a second; what takes this long keeps whoever opens it from reading it. Several
 * times what a busy machine needs, so that it tells of the file.
 */
export const DRAWING_LIMIT_MS = 30_000;
/** More pages than any file of the suite has: a mutant with a million of them is drawn no further. */
export const MAX_PAGES = 24;
/** Larger pages are drawn smaller, so that no mutant asks for a bitmap of gigabytes; pixels a side. */
export const MAX_SIDE = 1200;

/** The scale that keeps a page of this size, in points, within {@link MAX_SIDE}. */
export function scaleFor(width: number, height: number): number {
  return Math.min(SCALE, MAX_SIDE / Math.max(width, height, 1));
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
