import { createHash } from 'node:crypto';

import { validatePdf, type Validation } from '@lacre/pades';

import { appendUpdate } from '../mutate/append-update.ts';
import { mutatePdf, mutateSignature } from '../mutate/mutate-pdf.ts';
import type { Surroundings, Target } from './target.ts';

/** The validator, held to what it promises: what it calls genuine was sealed, byte by byte. */
export const VALIDATOR: Target = {
  name: 'validate',
  kind: 'sealed-pdf',
  share: 0.12,
  scouting: 0.02,
  mutate: async (seed, random, other, at) => {
    if (random.chance(0.2)) return mutateSignature(seed, random, other);
    // Before the end of what was sealed a change costs the seal; behind it rules decide.
    const from = random.chance(0.5) ? at.genuine.beginningOf(seed) : 0;
    const mutated = random.chance(0.75) ? mutatePdf(seed, random, other, from) : seed;
    if (mutated !== seed && random.chance(0.8)) return mutated;
    const by = { ...at, certificates: at.corpus.seeds.certificate };
    return appendUpdate(mutated, random, by);
  },
  run: async (input, at) => {
    const validation = await judged(input, at);
    const { verdict, reasons, sealedBytes } = validation;
    const codes = reasons.map(({ code }) => code).join(' ');
    if (sealedBytes === undefined) return `${verdict} ${codes}`;
    const beginning = input.subarray(0, sealedBytes);
    if (sealedBytes < input.length && (await judged(beginning, at)).verdict !== 'intact') {
      throw new Error(`${verdict}, yet the first ${sealedBytes} bytes are not intact by themselves`);
    }
    if (at.genuine.has(beginning)) return `${verdict} ${codes}`;
    if (at.genuine.hasButForCertificates(beginning)) return `${verdict} ${codes}, issuers left out`;
    throw new Error(`${verdict}, yet the first ${sealedBytes} bytes were never sealed`);
  },
  refusals: [],
};

/** The validation, whose parts must agree with one another and with the file. */
async function judged(input: Uint8Array, { trustedSealCertificates }: Surroundings): Promise<Validation> {
  const validation = await validatePdf(input, { trustedSealCertificates });
  const { verdict, reasons, sealedBytes, sealedSha256, sha256, revisionEnds } = validation;
  const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const inOrder = revisionEnds.every(
    (end, index) => end > (revisionEnds[index - 1] ?? 0) && end <= input.length,
  );
  const contradictions = {
    'intact, and not all of it': verdict === 'intact' && sealedBytes !== input.length,
    'intact, and not without a reason': verdict === 'intact' && reasons.length > 0,
    'not intact, for no reason': verdict !== 'intact' && reasons.length === 0,
    'a digest that is not that of the file': sha256 !== digestOf(input),
    'a digest that is not that of the genuine part':
      sealedSha256 !== (sealedBytes === undefined ? undefined : digestOf(input.subarray(0, sealedBytes))),
    'revisions out of order': !inOrder,
  };
  const found = Object.entries(contradictions).find(([, holds]) => holds);
  if (found) throw new Error(`${verdict}: ${found[0]}`);
  return validation;
}
