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

/**
 * Basic reference (AD-RB) of ICP-Brasil for PDF, version 1.3 (DOC-ICP-15.03). AD-RT, AD-RC and AD-RA, which
 * follow B-T, B-LT and B-LTA, are given by identifier and hash from ITI's list.
 */
export const PADES_AD_RB_V1_3: SignaturePolicy = {
  oid: '2.16.76.1.7.1.11.1.3',
  digest: 'sha256',
  hash: '23e4be4b9b362172e4ebb0e72b86a133ece5aad843d8651c6e38a0ba3f08fc60',
  uri: 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RB_v1_3.der',
};

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
