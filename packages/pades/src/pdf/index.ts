// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { asBuffer, latin1 } from './syntax/characters.ts';
export { type SignatureField } from './document/interactive-form.ts';
export { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString, isName } from './syntax/pdf-values.ts';
export { differingKeys } from './same-source.ts';
export { decodeDate, decodeText } from './syntax/text-string.ts';
