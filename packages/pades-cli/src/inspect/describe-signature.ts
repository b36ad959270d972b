import {
  type Certificate,
  DerError,
  OID,
  readCertificate,
  readTimeStampToken,
  type StrictPdf,
  TimeStampError,
} from '@lacre/pades';
import {
  type ParsedSignedData,
  parseSignedData,
  readDer,
  readDerPrefix,
  sameBytes,
  TAG,
} from '@lacre/pades/cms';
import {
  decodeDate,
  decodeText,
  isName,
  PdfArray,
  PdfName,
  PdfString,
  type SignatureField,
} from '@lacre/pades/pdf';
import { type Coverage, readCoverage } from '@lacre/pades/validate';

/** The signer by the certificate, which is not verified. */
export interface CertificateReport {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A time-stamp token, not verified. */
interface TokenReport {
  readonly time: Date;
  readonly policy: string;
  readonly authority: string | undefined;
}

/** A signature or document time stamp as it says itself; nothing of it is verified. */
export interface SignatureReport {
  readonly fieldName: string;
  readonly kind: 'signature' | 'document time stamp';
  readonly subFilter: string | undefined;
  readonly byteRange: readonly number[] | undefined;
  /** Index of the revision that it covers whole, but for its own Contents; undefined when it covers none so. */
  readonly revision: number | undefined;
  /** Why it covers none. */
  readonly coverageProblem: string | undefined;
  /** From M. */
  readonly signingTime: Date | undefined;
  readonly name: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly signer: CertificateReport | undefined;
  /** The token of a document time stamp, or that in the signature. */
  readonly timeStamp: TokenReport | undefined;
  /** Why the CMS or the token cannot be read. */
  readonly cmsProblem: string | undefined;
}

export function describeSignature(pdf: StrictPdf, field: SignatureField): SignatureReport {
  const { value, name: fieldName } = field;
  const text = (key: string): string | undefined => {
    const string = pdf.resolve(value.get(key));
    return string instanceof PdfString ? decodeText(string.bytes) : undefined;
  };
  const subFilter = pdf.resolve(value.get('SubFilter'));
  const isTimeStamp = isName(subFilter, 'ETSI.RFC3161');
  const range = pdf.resolve(value.get('ByteRange'));
  const numbers = range instanceof PdfArray ? range.items.slice(0, 16) : [];
  const coverage = readCoverage(pdf, field, { exact: false });
  const time = pdf.resolve(value.get('M'));
  return {
    fieldName,
    kind: isTimeStamp ? 'document time stamp' : 'signature',
    subFilter: subFilter instanceof PdfName ? subFilter.name : undefined,
    byteRange: numbers.every((item) => typeof item === 'number') ? numbers : undefined,
    ...(typeof coverage === 'string'
      ? { revision: undefined, coverageProblem: coverage }
      : { revision: coverage.revision.index, coverageProblem: undefined }),
    signingTime: time instanceof PdfString ? decodeDate(time.bytes) : undefined,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    ...insideOf(pdf, field, coverage, isTimeStamp),
  };
}

type Inside = Pick<SignatureReport, 'signer' | 'timeStamp' | 'cmsProblem'>;

function insideOf(
  pdf: StrictPdf,
  { value }: SignatureField,
  coverage: Coverage | string,
  isTimeStamp: boolean,
): Inside {
  const contents = pdf.resolve(value.get('Contents'));
  try {
    if (!(contents instanceof PdfString)) throw new DerError('no Contents');
    const cms =
      typeof coverage === 'string'
        ? contents.bytes.subarray(0, readDerPrefix(contents.bytes).end)
        : coverage.cms;
    const token = isTimeStamp ? cms : undefined;
    const parsed = parseSignedData(cms, isTimeStamp ? 'enclosed' : 'detached');
    const signer = signerOf(parsed);
    return {
      signer: signer && describeCertificate(signer),
      timeStamp: describeToken(token ?? tokenIn(parsed)),
      cmsProblem: undefined,
    };
  } catch (error) {
    if (!(error instanceof DerError || error instanceof TimeStampError)) throw error;
    return { signer: undefined, timeStamp: undefined, cmsProblem: error.message };
  }
}

function signerOf({ certificates, signer }: ParsedSignedData): Certificate | undefined {
  for (const der of certificates.slice(0, 32)) {
    const certificate = readCertificate(der);
    if (sameBytes(certificate.issuer, signer.issuer) && sameBytes(certificate.serial, signer.serial))
      return certificate;
  }
  return undefined;
}

function tokenIn({ signer }: ParsedSignedData): Uint8Array | undefined {
  if (!signer.unsignedAttributes) return undefined;
  for (const attribute of readDer(signer.unsignedAttributes).children()) {
    const [type, values] = attribute.children(TAG.sequence);
    if (type?.oid() === OID.signatureTimeStampToken) return values?.children(TAG.set)[0]?.encoded;
  }
  return undefined;
}

function describeToken(token: Uint8Array | undefined): TokenReport | undefined {
  if (!token) return undefined;
  const { time, policy, certificate } = readTimeStampToken(token);
  return { time, policy, authority: certificate?.commonName };
}

export function describeCertificate({ x509, notBefore, notAfter }: Certificate): CertificateReport {
  const line = (name: string): string => name.split('\n').toReversed().join(', ');
  return {
    subject: line(x509.subject),
    issuer: line(x509.issuer),
    serial: x509.serialNumber,
    notBefore,
    notAfter,
  };
}
