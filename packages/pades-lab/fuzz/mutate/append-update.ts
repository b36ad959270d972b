import {
  type LocalAuthority,
  PdfSyntaxError,
  type RevisionWriter,
  SealRefusedError,
  type StrictPdf,
} from '@lacre/pades';
import { PdfDict, PdfRef } from '@lacre/pades/pdf';
import { editedDict } from '@lacre/pades/write';

import { revised, signedLater } from '../../fixtures/later-revision.ts';
import { withValidationData } from '../../fixtures/long-term-pieces.ts';
import { fixedValidationData, withFixedTimeStamp } from '../corpus/fixed-answers.ts';
import type { GenuineFiles } from '../corpus/genuine-files.ts';
import type { Seed } from '../corpus/seed.ts';
import type { Random } from '../random.ts';
import { NAMES, nonsense } from './pdf-nonsense.ts';

/** Who there is to append something. */
export interface Appending {
  readonly owner: LocalAuthority;
  readonly stranger: LocalAuthority;
  /** Of which some are put into the security store, whatever they are. */
  readonly certificates: readonly Seed[];
  /** Learns of what the owner makes of a genuine file. */
  readonly genuine: GenuineFiles;
}

/**
 * A file continued by a well-formed update of nonsense, signed or not, or by validation data or a time
 * stamp, by its owner or a stranger. What cannot be continued is given back as it is.
 */
export async function appendUpdate(bytes: Uint8Array, random: Random, by: Appending): Promise<Uint8Array> {
  const edit = (writer: RevisionWriter, pdf: StrictPdf): void => {
    for (let count = random.few(3); count > 0; count -= 1) editObject(writer, pdf, random);
  };
  const { signer } = by.stranger;
  try {
    switch (random.below(6)) {
      case 0:
        return revised(bytes, edit);
      case 1:
        return await signedLater(bytes, { signer });
      case 2:
        return await signedLater(bytes, { signer, edit, rect: random.chance(0.5) ? '0 0 0 0' : '1 1 90 90' });
      case 3: {
        const certificates = [signer.certificate.der, random.pick(by.certificates)?.bytes ?? bytes];
        return await withValidationData(bytes, { certificates });
      }
      case 4:
        return await withFixedTimeStamp(bytes, by.stranger, ROOM_BYTES);
      default:
        return await continuedByOwner(bytes, random, by);
    }
  } catch (error) {
    // The mutant may be beyond reading already; that it was refused in order is for other targets to see.
    if (error instanceof PdfSyntaxError || error instanceof SealRefusedError) return bytes;
    throw error;
  }
}

const ROOM_BYTES = 2400;

/**
 * What the owner makes of a file that begins with a genuine one is genuine, too: a time stamp holds
 * fast whatever validation data it covers, strangely written or not.
 */
async function continuedByOwner(bytes: Uint8Array, random: Random, by: Appending): Promise<Uint8Array> {
  const { owner, genuine } = by;
  const data = random.chance(0.5) ? await fixedValidationData(owner) : undefined;
  const continued = data
    ? await withValidationData(bytes, data)
    : await withFixedTimeStamp(bytes, owner, ROOM_BYTES);
  if (genuine.has(bytes) || genuine.beginningOf(bytes) > 0) genuine.add(continued);
  return continued;
}

function editObject(writer: RevisionWriter, pdf: StrictPdf, random: Random): void {
  const num = random.below(pdf.size);
  const value = pdf.object(num);
  const entry = pdf.entryOf(num);
  const ref = new PdfRef(num, entry?.kind === 'offset' ? entry.gen : 0);
  if (num === 0 || random.chance(0.2)) writer.add(nonsense(random));
  else if (value instanceof PdfDict && random.chance(0.8)) {
    const edits = new Map([[random.pick(NAMES), random.chance(0.2) ? undefined : nonsense(random)]]);
    writer.write(ref, editedDict(value, edits));
  } else writer.write(ref, nonsense(random));
}
