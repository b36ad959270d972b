// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export {
  buildSignedData,
  digestAlgorithmIdentifier,
  signatureAlgorithmIdentifier,
  signatureTimeStampAttributes,
  signedAttributes,
  signingCertificateV2,
  withUnsignedAttributes,
} from './build-signed-data.ts';
export { canonicalSignature } from './canonical-signature.ts';
export { issuerName, sameBytes } from './certificate.ts';
export {
  DerElement,
  TAG,
  bitString,
  boolean,
  element,
  nullValue,
  objectIdentifier,
  octetString,
  readDer,
  readDerPrefix,
  sequence,
  setOf,
  smallInteger,
  tagged,
  unsignedInteger,
} from './der.ts';
export { generalizedTime, x509Time } from './der-time.ts';
export { ALGORITHMS } from './object-identifiers.ts';
export { type ParsedSignedData, parseSignedData } from './parse-signed-data.ts';
