import type { Audited, BegunCheck } from '../check.ts';

/** Whose log, database and stores are. Where they are not of one installation nothing is opened, so nothing is checked. */
export function installationIsOne({ identity }: Audited): BegunCheck {
  const looked =
    identity === undefined
      ? 'sem identidade, que recebe no próximo início'
      : `instalação ${identity.installationId}, época ${identity.epoch}`;
  return { end: () => Promise.resolve({ looked, problems: [] }) };
}
