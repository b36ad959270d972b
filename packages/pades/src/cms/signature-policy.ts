import { DIGEST_BYTES } from './algorithm-identifier.ts';
import { element, objectIdentifier, octetString, sequence, setOf } from './der.ts';
import { type DigestName, OID } from './object-identifiers.ts';

/** A signature policy that a signature declares to follow. */
export interface SignaturePolicy {
  /** Dotted identifier. */
  readonly oid: string;
  /** Algorithm of `hash`. */
  readonly digest: DigestName;
  /**
   * Hexadecimal. For a policy written in ASN.1, as ICP-Brasil's are, it is the signPolicyHash that the
   * policy itself contains, not the digest of its file (ETSI TR 102 272, 3.1).
   */
  readonly hash: string;
  /** Where the policy can be had; the attribute's sp-uri qualifier. */
  readonly uri?: string | undefined;
}

const icpBrasil = (file: string, oid: string, hash: string): SignaturePolicy => ({
  oid: `2.16.76.1.7.1.${oid}`,
  digest: 'sha256',
  hash,
  uri: `http://politicas.icpbrasil.gov.br/${file}.der`,
});

// ICP-Brasil's policies for PDF (DOC-ICP-15.03), in force since 23 July 2025, with the hash each one has in itself.

/** Basic reference, for B-B and whatever is built on it. */
export const PADES_AD_RB_V1_3: SignaturePolicy = icpBrasil(
  'PA_PAdES_AD_RB_v1_3',
  '11.1.3',
  '23e4be4b9b362172e4ebb0e72b86a133ece5aad843d8651c6e38a0ba3f08fc60',
);
/** Reference of time, for B-T: the time stamp must be of an authority of ICP-Brasil. */
export const PADES_AD_RT_V1_3: SignaturePolicy = icpBrasil(
  'PA_PAdES_AD_RT_v1_3',
  '12.1.3',
  '21d6e8d9f85e5626dc71307337a7cabd6ffef8d085038746775cf0ce6ba4d3b5',
);
/** Complete references, for B-LT. */
export const PADES_AD_RC_V1_4: SignaturePolicy = icpBrasil(
  'PA_PAdES_AD_RC_v1_4',
  '13.1.4',
  '712f18a9f0163c1e90da6ff0b7165543378a18a0f06d3cb21668067cac229bd2',
);
/** References for archiving, for B-LTA. */
export const PADES_AD_RA_V1_4: SignaturePolicy = icpBrasil(
  'PA_PAdES_AD_RA_v1_4',
  '14.1.4',
  'ffa9fd474812f6ce63d625679c9ef235a6547b017be941b2c094aa868e67e123',
);

/** id-aa-ets-sigPolicyId (ETSI EN 319 122-1, 5.2.9.1). */
export const SIGNATURE_POLICY_IDENTIFIER = '1.2.840.113549.1.9.16.2.15';
/** id-spq-ets-uri (5.2.9.2). */
const SP_URI = '1.2.840.113549.1.9.16.5.1';
const IA5_STRING = 0x16;

/**
 * The signature-policy-identifier attribute (EN 319 122-1, 5.2.9). The digest algorithm has no
 * parameters, not even NULL: the published policies have none, and ITI's validator compares the
 * whole structure with theirs.
 *
 * @throws TypeError when the hash is not one of the stated algorithm
 */
export function signaturePolicyAttribute({ oid, digest, hash, uri }: SignaturePolicy): Buffer {
  const digits = DIGEST_BYTES[digest] * 2;
  if (hash.length !== digits || !/^[0-9a-f]*$/i.test(hash)) {
    throw new TypeError(`the policy hash is not ${digits} hexadecimal digits`);
  }
  const policyHash = sequence(sequence(objectIdentifier(OID[digest])), octetString(Buffer.from(hash, 'hex')));
  const qualifiers = uri === undefined ? [] : [sequence(spUri(uri))];
  const identifier = sequence(objectIdentifier(oid), policyHash, ...qualifiers);
  return sequence(objectIdentifier(SIGNATURE_POLICY_IDENTIFIER), setOf(identifier));
}

function spUri(uri: string): Buffer {
  return sequence(objectIdentifier(SP_URI), element(IA5_STRING, Buffer.from(uri, 'ascii')));
}
