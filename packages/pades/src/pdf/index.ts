// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { asBuffer, latin1 } from './characters.ts';
export { type SignatureField } from './interactive-form.ts';
export { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString, isName } from './pdf-values.ts';
export { differingKeys } from './same-source.ts';
export { decodeDate, decodeText } from './text-string.ts';
