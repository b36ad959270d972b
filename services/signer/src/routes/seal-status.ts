import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { issuerNameOf } from '../keys/issuer-name.ts';
import { RENEW_DAYS_AHEAD } from '../keys/local-authority-folder.ts';

/** With what the platform seals, and until when. */
export function sealStatus(app: FastifyInstance, { sealKeys, sealLevel, now }: SignerContext): void {
  route(app, 'sealStatus', () => {
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
}
