import { buildCertificatePath, CertificatePathError } from '../certificates/certificate-path.ts';
import { icpBrasilPolicy } from '../certificates/icp-brasil.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';

/** A root that signers may lead to. */
export interface SignerAnchor {
  readonly certificate: Certificate;
  readonly kind: 'icp-brasil' | 'trusted';
}

/**
 * How far a signer's certificate is known. icp-brasil, trusted: it leads to a root that was given as such ·
 * icp-brasil-claimed: it says that it is of ICP-Brasil, which nothing at hand proves · unknown: any issuer.
 */
export type SignerTrust = 'icp-brasil' | 'trusted' | 'icp-brasil-claimed' | 'unknown';

/**
 * By whom a signer's certificate is issued, through certificates of the pool, of which nothing is believed.
 *
 * @param at the moment at which all of the path must be valid
 */
export function signerTrust(
  certificate: Certificate,
  anchors: readonly SignerAnchor[],
  { pool, at }: { readonly pool: readonly Certificate[]; readonly at: Date },
): SignerTrust {
  try {
    const roots = anchors.map((anchor) => anchor.certificate);
    const top = buildCertificatePath(certificate, { anchors: roots, pool, at }).at(-1);
    const anchor = anchors.find((one) => top && sameBytes(one.certificate.der, top.der));
    return anchor?.kind ?? 'trusted';
  } catch (error) {
    if (!(error instanceof CertificatePathError)) throw error;
  }
  try {
    return icpBrasilPolicy(certificate) ? 'icp-brasil-claimed' : 'unknown';
  } catch (error) {
    if (error instanceof DerError) return 'unknown';
    throw error;
  }
}
