import { extension, type Extensions, readExtensions } from '../certificates/extension.ts';
import type { Certificate } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import { DerError, type DerElement, octetString, readDer, sequence, TAG, tagged } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { certificateId, type CertificateId, readCertificateId } from './certificate-id.ts';
import { readingRevocation } from './revocation-error.ts';

export interface OcspQuery {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  /** 1 to 32 random bytes that tie the response to this request (RFC 8954, 2.1); many responders ignore them. */
  readonly nonce?: Uint8Array;
  /** By which the issuer is named: SHA-1 by default, which is all that many responders know. */
  readonly digest?: 'sha1' | 'sha256';
}

/** A request taken apart. */
export interface OcspRequest {
  readonly certificates: readonly CertificateId[];
  readonly nonce: Uint8Array | undefined;
  readonly extensions: Extensions;
}

const MAX_NONCE_BYTES = 32;
/** More in one request are only asked for by those who want to keep a responder busy. */
const MAX_CERTIFICATES = 32;

/**
 * OCSPRequest about one certificate, unsigned (RFC 6960, 4.1.1).
 *
 * @throws TypeError when the nonce is not of 1 to 32 bytes
 */
export function ocspRequest({ certificate, issuer, nonce, digest = 'sha1' }: OcspQuery): Buffer {
  if (nonce && (nonce.length === 0 || nonce.length > MAX_NONCE_BYTES)) {
    throw new TypeError(`nonce of ${nonce.length} bytes`);
  }
  const list = sequence(sequence(certificateId(certificate, issuer, digest)));
  const extensions = nonce ? [tagged(2, sequence(nonceExtension(nonce)))] : [];
  return sequence(sequence(list, ...extensions));
}

export function nonceExtension(nonce: Uint8Array): Buffer {
  return extension(OID.ocspNonce, false, octetString(nonce));
}

/** The nonce among the extensions of a request or response. */
export function readNonce(extensions: Extensions): Uint8Array | undefined {
  const found = extensions.get(OID.ocspNonce);
  return found && readDer(found.value).expect(TAG.octetString).content;
}

/** v1, number 0, is the default, which DER leaves out though some write it. */
export function checkVersion(version: DerElement | undefined): void {
  if (version && version.smallInteger() !== 0) throw new DerError('version is not 1');
}

/**
 * Takes an OCSPRequest apart. A signature on it is not looked at: the answer is public.
 *
 * @throws RevocationError `malformed`
 */
export function readOcspRequest(der: Uint8Array): OcspRequest {
  return readingRevocation(() => {
    const fields = new DerFields(readDer(der));
    const request = new DerFields(fields.take());
    fields.explicit(0);
    fields.end();
    checkVersion(request.explicit(0));
    request.explicit(1);
    const list = request.take().children(TAG.sequence);
    const extensions = readExtensions(request.explicit(2));
    request.end();
    if (list.length === 0 || list.length > MAX_CERTIFICATES) throw new DerError('number of certificates');
    const certificates = list.map((single) => {
      const parts = new DerFields(single);
      const id = readCertificateId(parts.take());
      readExtensions(parts.explicit(0));
      parts.end();
      return id;
    });
    const nonce = readNonce(extensions);
    if (nonce && (nonce.length === 0 || nonce.length > MAX_NONCE_BYTES))
      throw new DerError('length of nonce');
    return { certificates, nonce, extensions };
  });
}
