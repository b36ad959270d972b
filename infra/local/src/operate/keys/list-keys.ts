import { notedKeys } from '@lacre/adapters';
import { TIME_ZONE } from '@lacre/contracts';
import { listTokenKeys, type TokenKey } from '@lacre/identity';
import { listSealCertificates, type ListedCertificate } from '@lacre/signer';

import { webPushLines } from './keys-of-push.ts';
import { sealFolder } from './keys-of-seal.ts';
import type { OpenKeys } from './open-keys.ts';
import { GIVEN, RINGS, ringWords, type RingName } from './secret-table.ts';

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: TIME_ZONE });

/** Every secret of the installation, by what it protects; ids and ages of keys, never a value. */
export async function listKeys(keys: OpenKeys, now: Date): Promise<string[]> {
  const noted = await notedKeys(keys.pool);
  const rings = (Object.keys(RINGS) as RingName[]).flatMap((name) => {
    const { setting, protects } = ringWords(name);
    const ring = keys.ringOf(name);
    const head = `${name} (${setting}): ${protects}`;
    if (ring === undefined) return [head, '    não foi dada a este comando'];
    const known = ring.map((key) =>
      noted.find((each) => each.name === setting && each.id === keys.idOf(name, key)),
    );
    // The first that a process has used: one before it is used from the next start.
    const used = known.findIndex((each) => each !== undefined);
    const lines = ring.map((key, index) => {
      const since = known[index];
      const state =
        since === undefined
          ? `${index === 0 ? 'a próxima' : 'aceita'}, ainda sem uso`
          : index === used
            ? 'em uso'
            : 'anterior';
      return `    ${keys.idOf(name, key)}  ${state}${since === undefined ? '' : ageOf(since.since, now)}`;
    });
    return [head].concat(lines);
  });
  const tokens = (await listTokenKeys(keys.pool, now)).map(
    ({ id, state, createdAt }) => `    ${id}  ${TOKEN_STATES[state]}${ageOf(createdAt, now)}`,
  );
  const { SEAL_PFX, SEAL_PKCS11_MODULE } = keys.environment;
  const isSealGiven = SEAL_PFX !== undefined || SEAL_PKCS11_MODULE !== undefined;
  const seals = (await listSealCertificates(sealFolder(keys))).map((each) => sealLine(each, isSealGiven));
  const given = (Object.keys(GIVEN) as (keyof typeof GIVEN)[]).filter(isGiven);
  return [
    ...rings,
    'token-signing: assinatura dos tokens de acesso, no banco de dados',
    ...tokens,
    'web-push: avisos nos navegadores (VAPID), no banco de dados',
    ...(await webPushLines(keys, (since) => ageOf(since, now))),
    'seal: certificados do selo e da autoridade desta instalação',
    ...seals,
    ...(given.length === 0 ? [] : ['De outros serviços, trocadas neles e depois na configuração:']),
    ...given.map((setting) => `    ${setting}: ${GIVEN[setting]}`),
  ];
}

/** By its name alone: services read it, and this command does not. */
const isGiven = (setting: string): boolean =>
  [setting, `${setting}_FILE`].some((name) => (process.env[name] ?? '') !== '');

const TOKEN_STATES: Readonly<Record<TokenKey['state'], string>> = {
  signs: 'em uso',
  published: 'publicada, ainda não assina',
  verifies: 'anterior, ainda confere tokens',
};

function ageOf(since: Date | undefined, now: Date): string {
  if (since === undefined) return ', há mais tempo do que se anota';
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  return `, desde ${DAY.format(since)} (${days === 1 ? '1 dia' : `${days} dias`})`;
}

const OWN_SEAL_STATES: Readonly<Record<ListedCertificate['state'], string>> = {
  current: 'em uso',
  coming: 'o próximo, ainda sem uso',
  other: 'anterior',
};

/** @param isSealGiven whether a file or a module gives the key that seals; which certificate is its own, it says itself */
function sealLine(listed: ListedCertificate, isSealGiven: boolean): string {
  const { sha256, commonName, notAfter, isOwn, state, revokedAt } = listed;
  const ends = `, válido até ${DAY.format(notAfter)}`;
  const revoked = revokedAt === undefined ? '' : `, revogado desde ${DAY.format(revokedAt)}`;
  const isSpare = isSealGiven && state !== 'other';
  const words = isOwn ? (isSpare ? 'sem uso' : OWN_SEAL_STATES[state]) : 'de outra autoridade';
  return `    ${sha256.slice(0, 16)}  ${words}, ${commonName}${ends}${revoked}`;
}
