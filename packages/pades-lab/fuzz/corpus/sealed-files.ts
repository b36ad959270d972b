import { createHash } from 'node:crypto';

import {
  BASELINE_LEVELS as LEVELS,
  addSignatureTimeStamp,
  type LocalAuthority,
  sealPdf,
  type SealRequest,
  signatureValueOf,
} from '@lacre/pades';

import { NOW } from '../../fixtures/authorities.ts';
import { onePage } from '../../fixtures/hand-written-pdf.ts';
import { evidenceDocument, HONEST_DOCUMENTS, pdfLibDocument } from '../../fixtures/honest-documents.ts';
import { signedLater } from '../../fixtures/later-revision.ts';
import { withValidationData } from '../../fixtures/long-term-pieces.ts';
import { fixedToken, fixedValidationData, withFixedTimeStamp } from './fixed-answers.ts';
import { plainCrossReferenceStream } from './plain-files.ts';
import type { Corpus, Seed } from './seed.ts';

/** What came of sealing for the fuzzer. */
export interface SealedFiles {
  readonly files: readonly Seed[];
  /** The revisions alone. */
  readonly revisions: readonly Seed[];
  readonly genuine: Corpus['genuine'];
}

const RESERVE_BYTES = 4200;

/** Sealed files at every level, over every kind of cross-reference, and with what others add. */
export async function sealedFiles(
  owner: LocalAuthority,
  rsa: LocalAuthority,
  stranger: LocalAuthority,
): Promise<SealedFiles> {
  const collected = new Collected();
  const table = onePage().table('/Root 1 0 R').bytes;
  const stream = plainCrossReferenceStream();
  const attachments = [{ name: 'a.json', mediaType: 'application/json', bytes: Buffer.from('{"a":1}') }];
  const rich = { evidence: await evidenceDocument(1), attachments };
  const levels = await collected.seal('table', table, owner);
  await collected.seal('stream', stream, owner);
  await collected.seal('stream with evidence', stream, owner, rich);
  await collected.seal('pdf-lib with evidence', await pdfLibDocument(true, 1), owner, rich);
  await collected.seal('hybrid', (await HONEST_DOCUMENTS['hybrid cross-reference']?.()) ?? table, owner);
  await collected.seal(
    'form',
    (await HONEST_DOCUMENTS['indirect lists, a form and an attachment']?.()) ?? table,
    owner,
  );
  await collected.seal('RSA', table, rsa);
  await collected.seal('signed by another', await signedLater(table, { signer: stranger.signer }), owner);
  for (const level of [0, 3]) {
    const file = levels[level] ?? table;
    const bytes = await signedLater(file, { signer: stranger.signer });
    collected.files.push({ name: `${LEVELS[level]}, signed later by another`, bytes });
  }
  const renewed = await withFixedTimeStamp(levels[3] ?? table, owner, RESERVE_BYTES);
  collected.files.push({ name: 'renewed', bytes: renewed });
  collected.vouchFor(renewed);
  return collected;
}

class Collected implements SealedFiles {
  readonly files: Seed[] = [];
  readonly revisions: Seed[] = [];
  readonly genuine: { sizeBytes: number; sha256: string }[] = [];

  /** @returns the file at every level in turn */
  async seal(
    name: string,
    pdf: Uint8Array,
    held: LocalAuthority,
    request: Partial<SealRequest> = {},
  ): Promise<Buffer[]> {
    const common = { signer: held.signer, signingTime: NOW, reserveBytes: RESERVE_BYTES };
    const { tail, fieldName } = await sealPdf({ pdf, ...common, ...request });
    const imprint = createHash('sha256').update(signatureValueOf(tail)).digest();
    const stamped = addSignatureTimeStamp(tail, await fixedToken(held, imprint));
    const atB = Buffer.concat([pdf, tail]);
    const atT = Buffer.concat([pdf, stamped]);
    const atLT = await withValidationData(atT, await fixedValidationData(held), fieldName);
    const atLTA = await withFixedTimeStamp(atLT, held, RESERVE_BYTES);
    const levels = [atB, atT, atLT, atLTA];
    for (const [index, bytes] of levels.entries())
      this.files.push({ name: `${name}, ${LEVELS[index]}`, bytes });
    this.revisions.push({ name: `${name}, B-B`, bytes: tail }, { name: `${name}, B-T`, bytes: stamped });
    for (const bytes of levels) this.vouchFor(bytes);
    return levels;
  }

  vouchFor(bytes: Uint8Array): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.genuine.push({ sizeBytes: bytes.length, sha256 });
  }
}
