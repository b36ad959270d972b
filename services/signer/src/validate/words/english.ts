import type { ValidationWords } from './words.ts';

export const english: ValidationWords = {
  printsOtherwise:
    'Attention: it came with parts that show only on screen, only in print or only in some readers; check each form.',
  partialCopy:
    'Authentic partial copy: this file is exactly the copy that the platform sealed, with the signatures up to that ' +
    'moment. The document was not complete yet.',
  explanations: {
    genuine: 'Authentic and intact: this file is exactly what the platform sealed, without any change.',
    'proofs-missing':
      'The document is authentic and intact, but this file was cut and lost evidence of time that the original has. ' +
      'Ask whoever sent it for the complete file.',
    'unsound-inside':
      'The platform’s seal is valid, but before it the document already had a signature that does not hold. The seal ' +
      'proves that the people below signed this file as it is; it does not prove what that earlier signature said. Do ' +
      'not rely on it: ask whoever made it for the original.',
    'later-signature':
      'The sealed document is whole and has not changed. After the seal, somebody signed this file on their own: that ' +
      'signature is theirs, and we are no part of it. The reasons say whether its certificate is recognised.',
    'genuine-with-additions':
      'The sealed document is whole inside this file. What was added after the seal changes nothing that is seen: an ' +
      'end of line, or time stamps and validation data of others. It is no part of what people signed.',
    tampered:
      'Document possibly tampered with, or not made by the platform: it has signs of our seal, but the seal does not ' +
      'match the content. Do not trust this file; ask whoever sent it for the original.',
    'not-ours':
      'This document was not sealed by this platform. We can say nothing about it, nor about other signatures that it ' +
      'may have.',
    unreadable:
      'This file could not be read as a PDF. It may be damaged or incomplete, protected by a password, or not a PDF. ' +
      'Download it again and try once more.',
  },
  reasons: {
    'prints-otherwise':
      'The document, which came signed by others, has parts that show only on screen, only in print or only in some readers.',
    'identical-to-issued': 'The file is identical to what the platform recorded when it sealed it.',
    'begins-with-issued':
      'The beginning of the file is identical to a document that the platform recorded when it sealed it.',
    'cut-before-last-proofs':
      'The file is identical to the beginning of a recorded document, without the evidence at its end. Ask whoever sent it for the complete file.',
    'never-issued': 'The seal is valid, but the platform’s register has no document with this content.',
    'seal-does-not-hold': 'The file has a signature in the name of the platform that does not hold.',
    'trace-of-our-seal': 'The file has traces of the platform’s seal, without a seal that can be checked.',
    'too-complex': 'The file takes too much time or memory to read.',

    'not-well-formed':
      'The file does not strictly follow the structure of a PDF, or is protected by a password.',
    'no-signature': 'The document has no digital signature.',
    'no-seal-of-ours': 'None of the digital signatures of the document is the platform’s.',
    'signature-not-indirect': 'The signature is not stored as an object of its own in the file.',
    'sub-filter-unexpected': 'The signature is not of the type that the platform uses.',
    'byte-range-malformed': 'The stated range of signed bytes is malformed.',
    'byte-range-not-the-gap': 'The part left out of the signature is not exactly its place.',
    'byte-range-not-the-revision': 'The signature does not cover the whole sealed document.',
    'contents-not-canonical': 'The signature is not written as the platform writes it.',
    'padding-not-zero': 'The room reserved for the signature holds other data.',
    'cms-malformed': 'The digital signature is malformed.',
    'cms-not-canonical': 'The digital signature differs from the only form in which the platform writes it.',
    'content-type-unexpected': 'The type of the signed content is not the expected one.',
    'certificate-not-pinned':
      'The signature names a certificate of the seal but does not carry it unchanged.',
    'certificate-chain-broken':
      'A certificate of the signature is neither known nor confirmed by its issuer.',
    'signing-certificate-mismatch': 'The signature is not bound to the certificate of the seal.',
    'digest-mismatch': 'The content of the document was changed after the seal.',
    'signature-mismatch': 'The digital signature does not match the key of the seal.',
    'signing-time-missing': 'The signature does not state when it was made.',
    'signing-time-outside-certificate':
      'The moment of the signature is outside the validity of the certificate.',
    'certificate-revoked':
      'The certificate of the seal was revoked before the first moment at which the seal is proven to have existed.',
    'signature-time-stamp-invalid': 'The time stamp of the seal is not valid.',
    'signature-time-stamp-by-others':
      'The time stamp of the seal is from an authority that the platform does not trust.',
    'bytes-after-seal':
      'There is data added, or cut in the middle, after the last part of the file that is valid.',
    'end-of-line-added':
      'An end of line was added at the end of the file, as some email services do; it does not change the document.',
    'revision-not-well-formed': 'A change made after the seal is malformed.',
    'revision-without-signature': 'A change made after the seal is not signed.',
    'security-store-malformed': 'The store of validation data is malformed or lost what it held.',
    'field-name-taken': 'A field with the name of another was added after the seal.',
    'time-stamp-invalid': 'A time stamp added after the seal is not valid.',
    'time-stamp-damaged':
      'A time stamp of a known authority was changed after it was made: the file was damaged or tampered with at its end.',
    'time-stamp-by-others':
      'A time stamp added after the seal is from an authority that the platform does not trust, or was not written by it.',
    'time-stamp-order': 'A time stamp states a moment before that of another one that it covers.',
    'validation-data-by-others':
      'Validation data that is not the platform’s was added; it does not change the document.',
    'validation-data-unverified':
      'Validation data was added by someone who does not answer for the certificates of the document.',
    'changes-by-others':
      'Another program added time stamps or validation data; they do not change the document.',
    'level-below-expected': 'Time stamps or validation data that the document was issued with are missing.',
    'revisions-too-many': 'There are too many changes after the seal for all of them to be checked.',
    'trailer-changed': 'A change made after the seal changes the root of the document.',
    'object-changed': 'An object of the document was changed or added after the seal.',
    'object-freed': 'An object of the document was removed after the seal.',
    'reference-filled': 'An object that the sealed document already referred to was added after the seal.',
    'bytes-unaccounted': 'A change made after the seal has data that belongs to no object.',
    'later-signature-invalid': 'A signature made after the seal is not valid.',
    'later-signature-present': 'Somebody signed the document after it was sealed.',
    'later-signature-stamp':
      'Somebody signed the document after it was sealed, with a visible stamp that covers part of a page.',
    'later-signature-visible':
      'A signature made after the seal draws on a page in a way that a signature stamp may not.',
    'embedded-unsound': 'A signature that the document had before the seal does not hold.',
    'known-version-differs': 'The file is neither the recorded version nor a continuation of it.',
  },
  signer: {
    'icp-brasil': (name) => `It was signed by ${name}, with an ICP-Brasil certificate.`,
    trusted: (name) => `It was signed by ${name}, with a certificate of a recognised authority.`,
    'icp-brasil-claimed': (name) =>
      `The certificate claims to be of ICP-Brasil and of “${name}”, which was not proven here.`,
    unknown: (name) =>
      `Certificate not recognised: the name was not proven. The certificate says “${name}”, and anyone can make one like it.`,
  },
  unproven: (name) => `${name} (name not proven)`,
  note: (note) => `The signature ${note}.`,
  notes: {
    format: 'is not written as a digital signature of a PDF and cannot be checked',
    'not-whole': 'covers only part of the file',
    'digest-mismatch': 'is not valid: the content changed after it was made',
    'signature-mismatch': 'does not match the key of the signer it names',
    'seal-broken': 'uses the certificate of this platform’s seal and is not one of its seals',
    'changed-after': 'was made on a document that changed afterwards in a way it does not allow',
    unlisted: 'shows in some PDF readers and not in others',
    'too-many': 'is among more signatures than can be checked',
    revoked: 'was made with a certificate that was already revoked',
    'not-yet-valid': 'was made before the certificate was valid',
    'revoked-unproven': 'uses a revoked certificate, and nothing proves that it was made before that',
    expired: 'uses an expired certificate, and nothing proves that it was made before it expired',
    'time-outside-certificate': 'states a moment outside the validity of the certificate',
    'weak-algorithm': 'uses an algorithm or a key that is no longer safe',
    'other-certificate': 'was made for another certificate than the one it comes with',
    'no-certificate': 'does not carry the certificate of whoever signed',
    unsupported: 'is of a kind that this platform cannot check',
    'filled-after': 'allows the form to be filled in, and fields were filled in after it',
    'covered-by-stamp': 'has part of what it covers hidden by the visible stamp of a later signature',
    'never-issued': 'uses the key of this platform’s seal on a document that it never sealed',
  },
  objects: {
    catalog: 'root of the document',
    form: 'form',
    'security store': 'store of validation data',
    'list of annotations': 'list of annotations',
    'document information': 'document information',
    array: 'list',
    value: 'value',
  },
  patterns: [
    [/^document-time-stamp of (.+)$/, 'time stamp of field $1'],
    [/^signature of (.+)$/, 'signature of field $1'],
    [/^stream \((.+)\)$/, 'content ($1)'],
    [/^stream$/, 'content'],
  ],
  rules: {
    'cross-reference-stream': 'index of the file',
    'object-stream': 'group of objects',
    'same-value': 'no change of content',
    'security-store': 'validation data',
    'time-stamp-field': 'field of the time stamp',
    'time-stamp-extras': 'part of the time stamp',
    'signature-object': 'signature',
    'signed-field': 'field of the signature',
    catalog: 'root, for the signature or the evidence',
    'catalog-version': 'version of the format',
    metadata: 'metadata',
    form: 'form, for the signature',
    'field-list': 'list of fields, for the signature',
    'page-annotations': 'page, for the signature',
    'annotation-list': 'list of annotations, for the signature',
    'document-information': 'document information',
    'unreached-form': 'empty drawing that nothing uses',
  },
};
