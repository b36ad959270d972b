// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { EXTENSION, KEY_USAGE } from './certificate-extensions.ts';
export { extension } from './extension.ts';
