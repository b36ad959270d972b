// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { editedDict, extendedArray, source } from './pdf-source.ts';
