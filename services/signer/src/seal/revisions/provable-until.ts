import { algorithmSunset, type Certificate } from '@lacre/pades';

/** Until when a time stamp by the certificate proves by itself what it stamped: to be renewed before. */
export function provableUntil({ notAfter, publicKey }: Certificate): Date {
  return new Date(Math.min(notAfter.getTime(), algorithmSunset(publicKey).getTime()));
}
