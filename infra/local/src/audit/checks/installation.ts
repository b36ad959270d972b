import type { Audited, CheckResult } from '../check.ts';

/** Whose log, database and stores are. Where they are not of one installation nothing is opened, so nothing is checked. */
export function installationIsOne({ identity }: Audited): Promise<CheckResult> {
  const looked =
    identity === undefined
      ? 'sem identidade, que recebe no próximo início'
      : `instalação ${identity.installationId}, época ${identity.epoch}`;
  return Promise.resolve({ looked, problems: [] });
}
