import type { Logger } from 'pino';

import { KNOWN_BEFORE_MS, RENEW_DAYS_AHEAD } from './local-authority-folder.ts';
import type { SealKeys } from './seal-keys.ts';

/** Well within the time that a certificate is there before it seals. */
const EVERY_MS = KNOWN_BEFORE_MS / 3;

/**
 * Looks at the keys now and every few minutes: those of the local authority are replaced before they end, a changed
 * key file is taken up, and a certificate about to end is warned about.
 */
export function keepKeys({
  sealKeys,
  logger,
  now,
}: {
  now: () => Date;
  logger: Logger;
  sealKeys: SealKeys;
}): { stop(): void } {
  const look = async (): Promise<void> => {
    try {
      await sealKeys.refresh(now());
    } catch (error) {
      logger.error({ err: error }, 'the seal keys could not be read anew; those in use go on');
    }
    const daysLeft = sealKeys.daysLeft(now());
    const { notAfter } = sealKeys.signer.certificate;
    if (daysLeft < 0) logger.error({ notAfter }, 'the seal certificate has expired: nothing is sealed');
    else if (daysLeft < RENEW_DAYS_AHEAD)
      logger.warn({ notAfter, daysLeft }, 'the seal certificate ends soon');
  };
  void look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
