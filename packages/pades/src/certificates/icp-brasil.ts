import type { Certificate } from '../cms/certificate.ts';
import { certificateExtensions } from './certificate-extensions.ts';

/** A certificate's policy in ICP-Brasil's arc. */
export interface IcpBrasilPolicy {
  readonly oid: string;
  /** A1 to A4 for signing, S1 to S4 for secrecy, T3 and T4 for time stamps; undefined for other types. */
  readonly type: string | undefined;
}

/** Arc of certificate policies (DOC-ICP-04.01). */
const POLICIES = '2.16.76.1.2.';

/** Types by the first arc below it; the next arc is the authority's. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['1', 'A1'],
  ['2', 'A2'],
  ['3', 'A3'],
  ['4', 'A4'],
  ['101', 'S1'],
  ['102', 'S2'],
  ['103', 'S3'],
  ['104', 'S4'],
  ['303', 'T3'],
  ['304', 'T4'],
]);

/**
 * The ICP-Brasil policy that a certificate claims, undefined when it claims none. Any issuer can write one
 * into a certificate: only a path to one of ICP-Brasil's roots proves it.
 *
 * @throws DerError when the extensions cannot be read
 */
export function icpBrasilPolicy(certificate: Certificate): IcpBrasilPolicy | undefined {
  const oid = certificateExtensions(certificate).policies.find((policy) => policy.startsWith(POLICIES));
  if (oid === undefined) return undefined;
  const [type = ''] = oid.slice(POLICIES.length).split('.');
  return { oid, type: TYPES.get(type) };
}
