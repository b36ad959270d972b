import { Refusal } from '@lacre/http';

import type { FaceEngine } from '../engine/face-engine.ts';
import { distanceFrom, similarityOf } from '../rules/similarity.ts';
import type { FaceComparison } from './face-comparison.ts';

/** Compares templates of the local engine: with what the person enrolled, and so no further back than that. */
export const localComparison = (engine: Pick<FaceEngine, 'distance' | 'modelId'>): FaceComparison => ({
  source: engine.modelId,
  async compare({ enrolled }, shown) {
    if (enrolled.length === 0) throw new Refusal('AUTH_NO_PERSON_FACELIST');
    const distance = distanceFrom(
      engine,
      shown.map(({ template }) => template),
      enrolled,
    );
    return { similarity: similarityOf(distance), distance };
  },
});
