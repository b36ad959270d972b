import type { Certificate } from '@lacre/pades';

/** Common name of whoever issued a certificate, as it says itself, or the whole name; node writes an attribute to a line. */
export const issuerNameOf = ({ x509 }: Certificate): string =>
  /^CN=(.+)$/m.exec(x509.issuer)?.[1] ?? x509.issuer.replaceAll('\n', ', ');
