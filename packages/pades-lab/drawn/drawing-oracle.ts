import { createHash } from 'node:crypto';

import type { Validation } from '@lacre/pades';

import { type AllowedArea, differenceOf } from './compare-drawings.ts';
import { ConfinedEngine } from './engines/confined-engine.ts';
import type { Drawing, DrawingEngine, DrawingMode, DrawnPage } from './engines/drawing-engine.ts';
import { ghostscriptEngine, popplerEngine } from './engines/programs.ts';
import { unmatchedPixels } from './unmatched-pixels.ts';

export interface DrawnDifference {
  readonly engine: string;
  readonly mode: DrawingMode;
  readonly difference: string;
}

/** The engines that come from npm. */
export function packagedEngines(): DrawingEngine[] {
  return [new ConfinedEngine('PDFium'), new ConfinedEngine('pdf.js'), new ConfinedEngine('MuPDF')];
}

/** All of them: Poppler and Ghostscript are programs from Debian. */
export function allEngines(): DrawingEngine[] {
  return [...packagedEngines(), popplerEngine(), ghostscriptEngine()];
}

/** Drawings of sealed files that are kept. */
const KEPT_DRAWINGS = 400;

/** Engines have fonts and anti-aliasing of their own, and turn inks into light in their own ways. */
const BETWEEN_ENGINES = { hue: false, noise: 90 } as const;
/** What edges and rounding come to on a page; a digit of body text that one engine lacks is some ten pixels. */
const EDGE_PIXELS = 12;

/**
 * Says whether every engine draws a variant as it draws the sealed file it came from, pixel by pixel; and whether all of
 * them draw one file alike, as far as what is the size of a text is concerned.
 */
export class DrawingOracle {
  readonly #engines: readonly DrawingEngine[];
  readonly #drawn = new Map<string, Drawing>();
  /** How often an engine drew a file. */
  drawings = 0;
  /** The longest that one took. */
  slowestMs = 0;

  constructor(engines: readonly DrawingEngine[]) {
    this.#engines = engines;
  }

  /** Every engine and mode that shows another thing than it shows of `sealed`, outside the areas. */
  async differences(
    sealed: Uint8Array,
    variant: Uint8Array,
    allowed: readonly AllowedArea[] = [],
  ): Promise<DrawnDifference[]> {
    const key = createHash('sha256').update(sealed).digest('hex');
    const perEngine = this.#engines.map(async (engine) => {
      const found: DrawnDifference[] = [];
      for (const mode of engine.modes) {
        const before = await this.#sealedDrawing(key, sealed, engine, mode);
        const difference = differenceOf(before, await this.#draw(engine, variant, mode), allowed);
        if (difference !== undefined) found.push({ engine: engine.name, mode, difference });
      }
      return found;
    });
    return (await Promise.all(perEngine)).flat();
  }

  /** Every engine and mode that shows other marks than the first engine does on screen. */
  async disagreements(pdf: Uint8Array): Promise<DrawnDifference[]> {
    const [first] = this.#engines;
    if (!first) throw new Error('no engine');
    const shown = await this.#draw(first, pdf, 'screen');
    const perEngine = this.#engines.map(async (engine) => {
      const found: DrawnDifference[] = [];
      for (const mode of engine.modes) {
        if (engine === first && mode === 'screen') continue;
        const difference = otherMarks(shown, await this.#draw(engine, pdf, mode));
        if (difference !== undefined) found.push({ engine: engine.name, mode, difference });
      }
      return found;
    });
    return (await Promise.all(perEngine)).flat();
  }

  /** Every engine that shows other marks on screen in another version of a file. */
  async changesOnScreen(pdf: Uint8Array, version: Uint8Array): Promise<DrawnDifference[]> {
    const perEngine = this.#engines.map(async (engine) => {
      const drawn = await this.#draw(engine, pdf, 'screen');
      const difference = otherMarks(drawn, await this.#draw(engine, version, 'screen'));
      return difference === undefined ? [] : [{ engine: engine.name, mode: 'screen' as const, difference }];
    });
    return (await Promise.all(perEngine)).flat();
  }

  async #sealedDrawing(
    key: string,
    sealed: Uint8Array,
    engine: DrawingEngine,
    mode: DrawingMode,
  ): Promise<Drawing> {
    const name = `${engine.name} ${mode} ${key}`;
    const known = this.#drawn.get(name);
    if (known) return known;
    const drawing = await this.#draw(engine, sealed, mode);
    const [oldest] = this.#drawn.keys();
    if (this.#drawn.size >= KEPT_DRAWINGS && oldest !== undefined) this.#drawn.delete(oldest);
    this.#drawn.set(name, drawing);
    return drawing;
  }

  async #draw(engine: DrawingEngine, pdf: Uint8Array, mode: DrawingMode): Promise<Drawing> {
    this.drawings += 1;
    const began = performance.now();
    const drawing = await engine.draw(pdf, mode);
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - began));
    return drawing;
  }
}

function otherMarks(shown: Drawing, drawing: Drawing): string | undefined {
  if (!isDrawn(shown) || !isDrawn(drawing)) return 'not drawn';
  if (drawing.every(isCommands)) return undefined;
  if (shown.length !== drawing.length) return `${drawing.length} pages, not ${shown.length}`;
  for (const [index, page] of shown.entries()) {
    const pixels = unmatchedPixels(page, sameSize(drawing[index] as DrawnPage, page), BETWEEN_ENGINES);
    if (pixels > EDGE_PIXELS) return `page ${index + 1}: ${pixels} pixels differ`;
  }
  return undefined;
}

const isDrawn = (drawing: Drawing): drawing is readonly DrawnPage[] => Array.isArray(drawing);

/** Poppler's print mode has drawing commands, which are compared with its own alone. */
const isCommands = ({ height }: DrawnPage): boolean => height === 1;

/** Engines round the size of a page up or down: a row or column more is cut. */
function sameSize(page: DrawnPage, like: DrawnPage): DrawnPage {
  const { width, height, channels, pixels } = page;
  if (Math.abs(width - like.width) > 1 || Math.abs(height - like.height) > 1) return page;
  const cut = new Uint8Array(like.width * like.height * channels).fill(255);
  for (let row = 0; row < Math.min(height, like.height); row += 1) {
    const from = row * width * channels;
    cut.set(
      pixels.subarray(from, from + Math.min(width, like.width) * channels),
      row * like.width * channels,
    );
  }
  return { width: like.width, height: like.height, channels, pixels: cut };
}

/**
 * What a file that is called genuine in any degree must be drawn like: as much of it as is genuine. Undefined when it
 * is called nothing of the kind, or is that part and nothing more.
 */
export function genuinePart(file: Uint8Array, { verdict, sealedBytes }: Validation): Uint8Array | undefined {
  if (!GENUINE.has(verdict) || sealedBytes === undefined || sealedBytes === file.length) return undefined;
  return file.subarray(0, sealedBytes);
}

const GENUINE: ReadonlySet<Validation['verdict']> = new Set([
  'intact',
  'augmented-by-others',
  'later-signature',
  'incomplete',
]);

/** Where a permitted visible signature may draw: the verdict names it, and it is the only thing that may differ. */
export const stampAreas = ({ laterSignatures }: Validation): AllowedArea[] =>
  laterSignatures.flatMap(({ stamp }) => (stamp ? [{ page: stamp.page, ...stamp.area }] : []));
