import { createHash } from 'node:crypto';

import type { Validation } from '../src/validate/verdict.ts';
import { type AllowedArea, differenceOf } from './compare-drawings.ts';
import { ConfinedEngine } from './engines/confined-engine.ts';
import type { Drawing, DrawingEngine, DrawingMode } from './engines/drawing-engine.ts';
import { ghostscriptEngine, popplerEngine } from './engines/programs.ts';

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

/**
 * Says whether every engine draws a variant as it draws the sealed file it came from. Engines are never compared
 * with one another: each has fonts and anti-aliasing of its own.
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
