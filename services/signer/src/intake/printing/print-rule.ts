import type { JsonDict, Lookup } from '../pdf/pdf-json.ts';

/**
 * What lets a page print otherwise than it shows, as PDF/A-2 forbids it (ISO 19005-2, 6.2.5, 6.2.8, 6.2.9, 6.3.2), or
 * otherwise in one reader than in another. Colours are in `colour-rules.ts`, layers in `print-layers.ts`, and what is
 * drawn in `content/`.
 */
export interface PrintRule {
  readonly name: string;
  /** The dictionary as it has to be, or the same one when nothing has to change. */
  apply(dict: JsonDict, place: DictPlace): JsonDict;
  /** Whether what changes could show: many files have flags that differ on what draws nothing. */
  shows(dict: JsonDict, place: DictPlace): boolean;
}

export interface DictPlace {
  readonly lookup: Lookup;
  /** A named resource of the kind graphics state parameter dictionary, whatever its Type says. */
  readonly graphicsState: boolean;
  /** The drawing of a soft mask (ISO 32000-2, 11.6.5.2). */
  readonly mask: boolean;
}
