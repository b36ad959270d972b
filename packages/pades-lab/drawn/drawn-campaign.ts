import { validatePdf } from '@lacre/pades';

import { makeCorpus } from '../fuzz/corpus/corpus.ts';
import type { Corpus } from '../fuzz/corpus/seed.ts';
import { Random } from '../fuzz/random.ts';
import { surroundingsOf } from '../fuzz/targets/surroundings.ts';
import { type DrawingOracle, type DrawnDifference, genuinePart, stampAreas } from './drawing-oracle.ts';
import { type MakeVariant, variantOf } from './variants.ts';

export interface DrawnFinding {
  readonly number: number;
  readonly seed: string;
  readonly verdict: string;
  readonly differences: readonly DrawnDifference[];
  readonly file: Uint8Array;
}

export interface DrawnResult {
  variants: number;
  /** Called genuine in some degree, and longer than what is genuine in them: all of them were drawn. */
  drawn: number;
  readonly verdicts: Record<string, number>;
  readonly findings: DrawnFinding[];
}

export interface DrawnCampaign {
  readonly seed: number;
  readonly variants: number;
  readonly oracle: DrawingOracle;
  readonly corpus?: Corpus;
  /** Variants of every kind by default. */
  readonly make?: MakeVariant;
  readonly onProgress?: (result: DrawnResult) => void;
}

/** Draws every variant that is called genuine in any degree beside its genuine part. The same seed, the same variants. */
export async function runDrawnCampaign(campaign: DrawnCampaign): Promise<DrawnResult> {
  const { seed, variants, oracle, onProgress } = campaign;
  const corpus = campaign.corpus ?? (await makeCorpus());
  const at = surroundingsOf(corpus);
  const { trustedSealCertificates } = at;
  const seeds = corpus.seeds['sealed-pdf'];
  const result: DrawnResult = { variants: 0, drawn: 0, verdicts: {}, findings: [] };
  for (let number = 0; number < variants; number += 1) {
    const random = new Random('drawn', seed, number);
    const chosen = random.pick(seeds);
    if (!chosen) throw new Error('no seeds');
    const file = await variantOf(chosen.bytes, random, at, campaign.make);
    const validation = await validatePdf(file, { trustedSealCertificates });
    const { verdict } = validation;
    result.variants += 1;
    result.verdicts[verdict] = (result.verdicts[verdict] ?? 0) + 1;
    const sealed = genuinePart(file, validation);
    if (sealed) {
      result.drawn += 1;
      const differences = await oracle.differences(sealed, file, stampAreas(validation));
      if (differences.length > 0)
        result.findings.push({ number, seed: chosen.name, verdict, differences, file });
    }
    onProgress?.(result);
  }
  return result;
}
