import { asBuffer, latin1 } from '../pdf/characters.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import type { ReaderLimits } from '../pdf/reader-limits.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { type CheckedSeal, checkSeal, newestSeal, type TrustedSealCertificate } from './check-seal.ts';

/** How many places that look like a ByteRange are tried, the last ones first. */
const MAX_CANDIDATES = 8;

/** A genuine sealed document that a longer, no longer genuine file begins with. */
export interface GenuinePrefix {
  readonly pdf: StrictPdf;
  readonly seal: CheckedSeal;
}

/**
 * Searches the raw bytes for the longest beginning of the file that is a sealed document, whole and
 * intact. Used only when the file itself is not: what is found never makes the file genuine, it
 * lets a product say what was sealed and hand back that part.
 */
export async function findGenuinePrefix(
  bytes: Uint8Array,
  trusted: readonly TrustedSealCertificate[],
  limits: Partial<ReaderLimits>,
): Promise<GenuinePrefix | undefined> {
  for (const end of candidateEnds(bytes)) {
    try {
      const pdf = readPdf(bytes.subarray(0, end), limits);
      const candidate = newestSeal(pdf, trusted);
      const seal = candidate && (await checkSeal(pdf, candidate));
      if (seal?.reasons.length === 0 && seal.coverage?.revision.end === end) return { pdf, seal };
    } catch (error) {
      // Not a document up to here; maybe up to an earlier place.
      if (!(error instanceof PdfSyntaxError)) throw error;
    }
  }
  return undefined;
}

function candidateEnds(bytes: Uint8Array): number[] {
  const file = asBuffer(bytes);
  const ends = new Set<number>();
  let at = file.lastIndexOf('/ByteRange [0 ');
  while (at >= 0 && ends.size < MAX_CANDIDATES) {
    const match = /^\/ByteRange \[0 \d{1,10} (\d{1,10}) (\d{1,10})\]/.exec(latin1(bytes, at, at + 60));
    const end = match ? Number(match[1]) + Number(match[2]) : 0;
    if (end > 0 && end < bytes.length) ends.add(end);
    at = at === 0 ? -1 : file.lastIndexOf('/ByteRange [0 ', at - 1);
  }
  return [...ends].toSorted((a, b) => b - a);
}
