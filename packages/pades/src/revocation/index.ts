// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { keyBits } from './certificate-id.ts';
export { enumerated } from './certificate-status.ts';
