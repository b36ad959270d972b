import type { AnswerOf } from '@lacre/contracts';

import type { IssuedSeal } from './issued-seals.ts';
import type { JudgedFile } from './judge-worker.ts';
import type { ValidationReason } from './validation-reason.ts';

export type ValidationVerdict = AnswerOf<'validateDocument'>['verdict'];

export interface Decision {
  verdict: ValidationVerdict;
  /** The issued file that the uploaded one is or begins with. */
  issued: IssuedSeal | undefined;
  reasons: readonly ValidationReason[];
}

/** What is known of a file: what it says of itself, and which issued files it is or begins with. */
export interface FileEvidence {
  judged: JudgedFile | 'too-complex';
  /** Issued with the very same bytes. */
  identical: IssuedSeal | undefined;
  /** Issued as the sealed part that the file begins with. */
  beginning: IssuedSeal | undefined;
  /** A signature that the document had before its seal does not hold. */
  unsoundInside: boolean;
}

/**
 * The verdict: the first rule that fits. Only a file whose bytes were issued and whose seal holds is genuine; whatever
 * carries our seal and is neither that nor begins with it is called tampered, a seal that holds on bytes that were
 * never issued included.
 */
export function decideVerdict({ judged, identical, beginning, unsoundInside }: FileEvidence): Decision {
  const decide = (
    verdict: ValidationVerdict,
    issued: IssuedSeal | undefined,
    ...codes: ValidationReason['code'][]
  ): Decision => ({
    verdict,
    issued,
    reasons: [
      ...codes.map((code) => ({ code })),
      ...(judged === 'too-complex' ? [] : judged.reasons),
      ...(issued && judged !== 'too-complex' && judged.printsOtherwise
        ? [{ code: 'prints-otherwise' } as const]
        : []),
    ],
  });

  if (judged === 'too-complex') return decide('unreadable', undefined, 'too-complex');
  if (holds(judged) && identical) {
    if (unsoundInside) return decide('unsound-inside', identical, 'identical-to-issued');
    return identical.whole
      ? decide('genuine', identical, 'identical-to-issued')
      : decide('proofs-missing', identical, 'cut-before-last-proofs');
  }
  if (beginning && !holds(judged)) {
    const verdict = unsoundInside ? soundestOf(judged) : verdictOfAddition(judged);
    return decide(verdict, verdict === 'tampered' ? undefined : beginning, 'begins-with-issued');
  }
  if (judged.sealedSha256 !== null) return decide('tampered', undefined, 'never-issued');
  if (judged.verdict === 'signature-invalid') return decide('tampered', undefined, 'seal-does-not-hold');
  if (judged.sealTrace) return decide('tampered', undefined, 'trace-of-our-seal');
  if (judged.verdict === 'not-sealed-by-us') return decide('not-ours', undefined);
  return decide('unreadable', undefined);
}

/** The seal is whole and nothing follows it. */
export const holds = ({ verdict }: Pick<JudgedFile, 'verdict'>): boolean =>
  verdict === 'intact' || verdict === 'unsound-inside';

/** With something unsound inside, what follows cannot make the verdict better. */
function soundestOf(judged: JudgedFile): ValidationVerdict {
  return verdictOfAddition(judged) === 'tampered' ? 'tampered' : 'unsound-inside';
}

/**
 * What follows the sealed part leaves the document as it was only where a named rule of the library says so: a later
 * signature, time stamps and validation data by others, one end of line. Any other tail, blank space included, may
 * make a reader show other pages than the ones that were sealed.
 */
function verdictOfAddition({ verdict }: JudgedFile): ValidationVerdict {
  if (verdict === 'later-signature') return 'later-signature';
  return verdict === 'augmented-by-others' ? 'genuine-with-additions' : 'tampered';
}
