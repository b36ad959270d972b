import { defineRoute } from '../../define-route.ts';
import { issuerNameOf } from '../../keys/issuer-name.ts';
import { RENEW_DAYS_AHEAD } from '../../keys/local-authority-folder.ts';

/** With what the platform seals, and until when. */
export const route = defineRoute('sealStatus', (_call, { sealKeys, sealLevel, now }) => {
  const { certificate } = sealKeys.signer;
  const daysLeft = sealKeys.daysLeft(now());
  return {
    level: sealLevel,
    certificateSubject: certificate.commonName,
    certificateIssuer: issuerNameOf(certificate),
    notAfter: certificate.notAfter.toISOString(),
    daysLeft,
    expiresSoon: daysLeft < RENEW_DAYS_AHEAD,
    localAuthority: sealKeys.localAuthority,
  };
});
