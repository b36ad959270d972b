/** Bounds that keep a hostile file from taking the process with it. */
export interface ReaderLimits {
  /** Entries over all cross-reference sections. */
  readonly maxObjects: number;
  /** Arrays and dictionaries inside one another, and levels of the page tree or a name tree. */
  readonly maxDepth: number;
  /** Bytes that all decoded streams of one file may come to, together. */
  readonly maxInflatedBytes: number;
  /** Cross-reference sections reached through Prev and XRefStm. */
  readonly maxSections: number;
  readonly maxPages: number;
}

/**
 * Room for any honest file of the size this package is made for (32 MB): the largest office and
 * scanner outputs stay below 200,000 objects and 20 levels.
 */
export const DEFAULT_LIMITS: ReaderLimits = {
  maxObjects: 500_000,
  maxDepth: 64,
  maxInflatedBytes: 128 * 1024 * 1024,
  maxSections: 512,
  maxPages: 20_000,
};

/** ISO 32000-1, Annex C: conforming readers may wrap higher numbers. */
export const MAX_OBJECT_NUMBER = 8_388_607;
/** 7.5.4: a generation has five digits, and ends at this one. */
export const MAX_GENERATION = 65_535;
