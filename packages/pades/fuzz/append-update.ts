import { NOW } from '../fixtures/authorities.ts';
import { revised, signedLater } from '../fixtures/later-revision.ts';
import { withDocumentTimeStamp, withValidationData } from '../fixtures/long-term-files.ts';
import type { LocalAuthority } from '../src/keys/local-authority.ts';
import { PdfSyntaxError } from '../src/pdf/pdf-syntax-error.ts';
import { PdfDict, PdfRef } from '../src/pdf/pdf-values.ts';
import type { StrictPdf } from '../src/pdf/strict-pdf.ts';
import { SealRefusedError } from '../src/seal/seal-refused-error.ts';
import { editedDict } from '../src/write/pdf-source.ts';
import type { RevisionWriter } from '../src/write/revision-writer.ts';
import { NAMES, nonsense } from './pdf-nonsense.ts';
import type { Random } from './random.ts';
import type { Seed } from './seed.ts';

/** What somebody else has to append by. */
export interface Appending {
  readonly stranger: LocalAuthority;
  readonly timeStamping: Pick<LocalAuthority, 'timeStamping'>;
  /** Of which some are put into the security store, whatever they are. */
  readonly certificates: readonly Seed[];
}

/**
 * A file continued by a well-formed update of nonsense, signed or not, by a security store or a time
 * stamp. What cannot be continued is given back as it is.
 */
export async function appendUpdate(bytes: Uint8Array, random: Random, by: Appending): Promise<Uint8Array> {
  const edit = (writer: RevisionWriter, pdf: StrictPdf): void => {
    for (let count = random.few(3); count > 0; count -= 1) editObject(writer, pdf, random);
  };
  const { signer } = by.stranger;
  try {
    switch (random.below(5)) {
      case 0:
        return revised(bytes, edit);
      case 1:
        return await signedLater(bytes, { signer });
      case 2:
        return await signedLater(bytes, { signer, edit, rect: random.chance(0.5) ? '0 0 0 0' : '1 1 90 90' });
      case 3: {
        const certificates = [by.stranger.seal.certificate.der, random.pick(by.certificates)?.bytes ?? bytes];
        return await withValidationData(bytes, { certificates });
      }
      default:
        return await withDocumentTimeStamp(bytes, by.timeStamping, NOW, 2400);
    }
  } catch (error) {
    // The mutant may be beyond reading already; that it was refused in order is for other targets to see.
    if (error instanceof PdfSyntaxError || error instanceof SealRefusedError) return bytes;
    throw error;
  }
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
