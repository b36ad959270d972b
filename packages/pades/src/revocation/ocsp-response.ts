import { type Extensions, readExtensions } from '../certificates/extension.ts';
import { type Certificate, readCertificate } from '../cms/certificate.ts';
import { DerFields, only } from '../cms/der-fields.ts';
import { readGeneralizedTime } from '../cms/der-time.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { readSigned, type SignedStructure } from '../cms/signed-structure.ts';
import { type CertificateId, readCertificateId } from './certificate-id.ts';
import {
  type CertificateStatus,
  readEnumerated,
  readReason,
  type UpdateTimes,
} from './certificate-status.ts';
import { checkVersion, readNonce } from './ocsp-request.ts';
import { readingRevocation, RevocationError, type RevocationProblem } from './revocation-error.ts';

/** The responder by the DER of its Name, or by the SHA-1 of its key. */
export type ResponderId = { readonly name: Uint8Array } | { readonly keyHash: Uint8Array };

/** What a response says of one certificate. */
interface SingleResponse extends UpdateTimes {
  readonly id: CertificateId;
  readonly certificate: CertificateStatus;
  readonly extensions: Extensions;
}

/** A successful response taken apart. Nothing in it is believed before {@link verifyOcspResponse}. */
export interface OcspResponse {
  readonly der: Uint8Array;
  readonly responderId: ResponderId;
  readonly producedAt: Date;
  readonly responses: readonly SingleResponse[];
  readonly nonce: Uint8Array | undefined;
  readonly extensions: Extensions;
  readonly certificates: readonly Certificate[];
  readonly signed: SignedStructure;
}

/** OCSPResponseStatus other than successful (0). */
const REFUSALS: Readonly<Record<number, RevocationProblem>> = {
  1: 'malformed-request',
  2: 'internal-error',
  3: 'try-later',
  5: 'signature-required',
  6: 'unauthorized',
};
const MAX_CERTIFICATES = 32;

/**
 * Takes an OCSPResponse apart (RFC 6960, 4.2.1).
 *
 * @throws RevocationError with the responder's refusal, `response-type-unsupported`, or `malformed`
 */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  return readingRevocation(() => {
    const fields = new DerFields(readDer(der));
    const status = readEnumerated(fields.take());
    const body = fields.explicit(0);
    fields.end();
    const refusal = REFUSALS[status];
    if (refusal) throw new RevocationError(refusal);
    if (status !== 0 || !body) throw new DerError(`status ${status}`);
    const typed = new DerFields(body);
    const type = typed.take().oid();
    const response = typed.take(TAG.octetString).content;
    typed.end();
    if (type !== OID.basicOcspResponse) throw new RevocationError('response-type-unsupported', type);
    return { der, ...readBasicResponse(readDer(response)) };
  });
}

function readBasicResponse(basic: DerElement): Omit<OcspResponse, 'der'> {
  const signed = readSigned(basic);
  const certificates = signed.rest.explicit(0)?.children(TAG.sequence) ?? [];
  signed.rest.end();
  if (certificates.length > MAX_CERTIFICATES) throw new DerError('too many certificates');
  const data = new DerFields(signed.toBeSigned);
  checkVersion(data.explicit(0));
  const responderId = readResponderId(data.take());
  const producedAt = readTime(data.take());
  const responses = data.take().children(TAG.sequence).map(readSingle);
  const extensions = readExtensions(data.explicit(1));
  data.end();
  return {
    responderId,
    producedAt,
    responses,
    nonce: readNonce(extensions),
    extensions,
    certificates: certificates.map(({ encoded }) => readCertificate(encoded)),
    signed,
  };
}

function readResponderId(choice: DerElement): ResponderId {
  const inside = only(choice);
  if (choice.tag === 0xa1) return { name: inside.expect(TAG.sequence).encoded };
  choice.expect(0xa2);
  return { keyHash: inside.expect(TAG.octetString).content };
}

function readSingle(single: DerElement): SingleResponse {
  const fields = new DerFields(single);
  const id = readCertificateId(fields.take());
  const certificate = readStatus(fields.take());
  const thisUpdate = readTime(fields.take());
  const next = fields.explicit(0);
  const extensions = readExtensions(fields.explicit(1));
  fields.end();
  return { id, certificate, thisUpdate, nextUpdate: next && readTime(next), extensions };
}

function readStatus(choice: DerElement): CertificateStatus {
  if (choice.tag === 0xa1) {
    const fields = new DerFields(choice, 0xa1);
    const revokedAt = readTime(fields.take());
    const reason = readReason(fields.explicit(0));
    fields.end();
    return { status: 'revoked', revokedAt, reason };
  }
  if (choice.content.length > 0) throw new DerError('broken status');
  if (choice.tag === 0x80) return { status: 'good' };
  choice.expect(0x82);
  return { status: 'unknown' };
}

/** RFC 6960, 4.2.2.1 asks for whole seconds, yet some responders write fractions. */
function readTime(time: DerElement): Date {
  return readGeneralizedTime(time, 'fractions').date;
}
