import type { Certificate, ReportedRevocation, ValidatedTimeStamp, Validation } from '@lacre/pades';

import { describeCertificate } from '../inspect/describe-signature.ts';

/** The report as plain data: certificates by what they say, attachments without their bytes. */
export function validationJson(validation: Validation): object {
  const { seal, attachments, laterSignatures, embedded, report, knownVersion: _, ...rest } = validation;
  return {
    ...rest,
    seal: seal && { ...seal, certificate: describeCertificate(seal.certificate) },
    attachments: attachments.map(
      ({ name, mediaType, description, relationship, statedSizeBytes, revision, addedWithSeal }) => ({
        name,
        mediaType,
        description,
        relationship,
        statedSizeBytes,
        revision,
        addedWithSeal,
      }),
    ),
    laterSignatures: laterSignatures.map(
      ({ fieldName, signerName, certificate, signingTime, visible, coveredBytes }) => ({
        fieldName,
        signerName,
        certificate: described(certificate),
        signingTime,
        visible,
        coveredBytes,
      }),
    ),
    embedded: embedded.map(({ certificate, ...signature }) =>
      Object.assign(signature, { certificate: described(certificate) }),
    ),
    report: {
      ...report,
      sealIssuers: report.sealIssuers.map(describeCertificate),
      timeStamps: report.timeStamps.map(timeStampJson),
      revocation: report.revocation.map(revocationJson),
    },
  };
}

function revocationJson(revocation: ReportedRevocation): object {
  return { ...revocation, about: describeCertificate(revocation.about) };
}

function timeStampJson(timeStamp: ValidatedTimeStamp): object {
  const { authority, path, ...rest } = timeStamp;
  return { ...rest, authority: described(authority), path: path?.map(describeCertificate) };
}

function described(certificate: Certificate | undefined): object | undefined {
  return certificate && describeCertificate(certificate);
}
