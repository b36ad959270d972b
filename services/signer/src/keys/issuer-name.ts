import type { Certificate } from '@lacre/pades';

/**
 * Common name of a certificate's issuer, as the certificate says, or the whole name; node writes an attribute to a
 * line.
 */
export const issuerNameOf = ({ x509 }: Certificate): string =>
  /^CN=(.+)$/m.exec(x509.issuer)?.[1] ?? x509.issuer.replaceAll('\n', ', ');
