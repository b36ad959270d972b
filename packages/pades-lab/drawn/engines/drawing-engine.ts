/** A page as an engine drew it: rows of `channels` bytes a pixel, without padding. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly pixels: Uint8Array;
}

/**
 * `screen`: what a viewer shows. `print`: what the engine's own print mode draws (ISO 32000-2, 8.11.4.4, 12.5.3). `press`:
 * the same on a device of four inks (8.6.7), as a screen would show its paper.
 */
export type DrawingMode = 'screen' | 'print' | 'press';

/** All pages, or why the engine does not draw the file, or the time in which it did not. */
export type Drawing = readonly DrawnPage[] | { readonly refused: string } | { readonly overLimitMs: number };

export interface DrawingEngine {
  readonly name: string;
  readonly modes: readonly DrawingMode[];
  draw(pdf: Uint8Array, mode: DrawingMode): Promise<Drawing>;
}

/** Engines from npm, and what each can draw. */
export const PACKAGED_MODES = {
  PDFium: ['screen', 'print'],
  'pdf.js': ['screen', 'print'],
  MuPDF: ['screen', 'print', 'press'],
} as const satisfies Record<string, readonly DrawingMode[]>;
export type PackagedEngine = keyof typeof PACKAGED_MODES;

/** 72 dots to the inch: a digit of body text is several pixels wide. */
export const SCALE = 1;
/**
 * The whole of a file takes an engine a second; what takes this long cannot be read in practice. Several
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

/** What paper looks like under cyan, magenta, yellow and black, roughly; rows of four bytes a pixel. */
export function fromInks({ width, height, pixels }: Omit<DrawnPage, 'channels'>): DrawnPage {
  const seen = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < seen.length; from += 4, to += 3) {
    const black = pixels[from + 3] as number;
    for (let ink = 0; ink < 3; ink += 1)
      seen[to + ink] = Math.max(0, 255 - (pixels[from + ink] as number) - black);
  }
  return { width, height, channels: 3, pixels: seen };
}
