import { asBuffer, latin1 } from './syntax/characters.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';

/** Annex F.3.3: the linearization dictionary lies in the first 1,024 bytes; readers look further. */
const HEAD_BYTES = 2048;
const SPACE = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])`;
/** The key L and what is written for it; empty where that is no number. */
const LENGTH = new RegExp(
  String.raw`/L(?=[\0\t\n\f\r ()<>[\]{}/%])${SPACE}*([^\0\t\n\f\r ()<>[\]{}/%]*)`,
  'g',
);

/**
 * The beginning of a file as far as its first object may be a linearization dictionary: pdf.js, Poppler and PDFium
 * read the first object wherever it ends, with whatever comments and white space there are before and in it.
 *
 * @returns undefined when nothing there says that the file is linearized
 */
export function linearizedHead(bytes: Uint8Array): string | undefined {
  const file = asBuffer(bytes);
  const firstEnd = file.indexOf('endobj');
  const head = latin1(file, 0, Math.max(HEAD_BYTES, firstEnd));
  const names = decodedNames(head);
  return names.includes('/Linearized') ? names : undefined;
}

/**
 * Refuses a linearized file that claims to be longer than it is: as soon as anything makes it as long as that, pdf.js
 * and Poppler open its first revision and nothing that was added since.
 *
 * @param end of the state in question
 * @throws PdfSyntaxError `linearization-length`
 */
export function checkClaimedLength(bytes: Uint8Array, end: number): void {
  const head = linearizedHead(bytes);
  if (head === undefined) return;
  const dictionary = head.slice(0, head.indexOf('endobj'));
  for (const [, number = ''] of dictionary.matchAll(LENGTH)) {
    if (/^\d{1,15}$/.test(number) && Number(number) <= end) continue;
    throw new PdfSyntaxError('linearization-length', 0, 'linearized for another length');
  }
}

/** `#4c` is L in a name (7.3.5). */
function decodedNames(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
