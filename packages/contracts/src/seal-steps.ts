/** Baseline levels of PAdES (ETSI EN 319 142-1, 6), from the signature alone to what proves itself for decades. */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SealLevel = (typeof SEAL_LEVELS)[number];

/** How far a document has come on its way to a sealed file, by the last step that is done. */
export const SEAL_STEPS = [
  'received',
  'completed',
  'rendered',
  'sealed',
  'time-stamped',
  'long-term',
  'archived',
] as const;
export type SealStep = (typeof SEAL_STEPS)[number];

/** The step that ends the way to each level. */
export const LAST_STEP: Readonly<Record<SealLevel, SealStep>> = {
  'B-B': 'sealed',
  'B-T': 'time-stamped',
  'B-LT': 'long-term',
  'B-LTA': 'archived',
};
