// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { keyIdentifier } from './issue-certificate.ts';
