// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { signaturePlaceholder, timeStampPlaceholder } from './signature-dictionary.ts';
export { addFieldToForm, annotatePage, editCatalog, freeFieldName } from './signature-field.ts';
