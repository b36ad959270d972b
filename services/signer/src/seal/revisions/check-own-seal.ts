import type { SealLevel } from '@lacre/contracts/seal-steps';
import type { GrowingPdf } from '@lacre/pades';

import type { FileJudge } from '../../validate/file-judge.ts';

/** What was sealed does not hold by our own rules, or not at the level it was to reach: it is given out to no one. */
class SealUnsound extends Error {
  override readonly name = 'SealUnsound';
}

/**
 * Judges a file as anyone's would be judged, before it is handed out. How it prints is no part of that verdict: that was
 * settled when the document was taken in.
 *
 * @throws SealUnsound
 */
export async function checkOwnSeal(
  { judge }: { judge: FileJudge },
  file: GrowingPdf,
  level: SealLevel,
): Promise<void> {
  const judged = await judge.judgeSeal(file.pdf);
  if (judged === 'too-complex') throw new SealUnsound('the sealed file takes too long to judge');
  const { verdict, report, reasons } = judged;
  // What was taken in before signatures inside were verified is sealed, and its verdict says so.
  const holds = verdict === 'intact' || verdict === 'unsound-inside';
  if (holds && report?.level === level) return;
  const codes = reasons.map(({ code }) => code).join(', ');
  throw new SealUnsound(
    `the sealed file is ${verdict} at ${report?.level ?? 'no level'}, not ${level}: ${codes}`,
  );
}
