import type { EmbeddedSignatureView } from '@lacre/contracts';
import type { EmbeddedProblem, JudgedSignature } from '@lacre/pades';

import { maskCertificateName } from '../validate/certificate-name.ts';

/** One signature that a document brings, as a worker answers it. */
export type EmbeddedFacts = Omit<EmbeddedSignatureView, 'notes' | 'sealed'> & {
  fieldName: string;
  problems: readonly EmbeddedProblem[];
  /** Of the file up to the end of what the signature covers. */
  revisionSha256: string | null;
};

export function embeddedFacts(signature: JudgedSignature): EmbeddedFacts {
  const { kind, state, trust, indication, problems, fieldName, certificate, issuerName } = signature;
  return {
    kind,
    fieldName,
    signer: certificate ? maskCertificateName(certificate.commonName) : null,
    issuer: issuerName ?? null,
    state,
    trust,
    indication: indication.indication,
    subIndication: indication.subIndication ?? null,
    statedTime: signature.statedTime?.toISOString() ?? null,
    provenTime: signature.provenTime?.toISOString() ?? null,
    places: signature.places.map(({ page, area, shape }) => ({ page, ...area, shape })),
    problems,
    revisionSha256: signature.revisionSha256 ?? null,
  };
}
