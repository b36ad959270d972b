import type { Certificate } from '@lacre/pades';

/**
 * Until when keys of a kind are relied on: RSA below 3072 bits has 112 bits of security, which are given up after 2030;
 * the others have 128, and are given up with all of their kind by 2035 (NIST SP 800-131A, IR 8547).
 */
const SUNSETS: readonly { until: Date; concerns: (key: Certificate['publicKey']) => boolean }[] = [
  {
    until: new Date('2030-12-31T23:59:59Z'),
    concerns: (key) => (key.asymmetricKeyDetails?.modulusLength ?? Number.POSITIVE_INFINITY) < 3072,
  },
  { until: new Date('2035-12-31T23:59:59Z'), concerns: () => true },
];

/** Until when a time stamp by the certificate proves by itself what it stamped: to be renewed before. */
export function provableUntil({ notAfter, publicKey }: Certificate): Date {
  const ends = SUNSETS.filter(({ concerns }) => concerns(publicKey)).map(({ until }) => until.getTime());
  return new Date(Math.min(notAfter.getTime(), ...ends));
}
