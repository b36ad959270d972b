import { openSecrets, type Secrets } from '@lacre/personal-data/secrets';
import {
  listApplicationKeys,
  migratePush,
  replaceApplicationKeys,
  retireApplicationKeys,
  rotateApplicationKey,
} from '@lacre/web-push';

import { KeyRefused } from './key-refused.ts';
import type { OpenKeys } from './open-keys.ts';
import { assertUsed } from './retire-keys.ts';

const browsers = (count: number): string => (count === 1 ? '1 navegador' : `${count} navegadores`);

/** Wrapped by the key that every process knows. @throws KeyRefused */
async function secretsOf(keys: OpenKeys): Promise<Secrets> {
  const ring = keys.ringOf('personal-data');
  if (ring === undefined)
    throw new KeyRefused('para trocar a chave de avisos, este comando precisa de PERSONAL_DATA_KEYS');
  await assertUsed(keys, 'personal-data', ring);
  await migratePush(keys.pool);
  return openSecrets(keys.pool, ring);
}

/** Keys of notifications stand in the database. @throws KeyRefused */
export async function rotateWebPush(keys: OpenKeys, isCompromised: boolean): Promise<string[]> {
  const parts = { pool: keys.pool, secrets: await secretsOf(keys) };
  if (isCompromised) {
    const id = await replaceApplicationKeys(parts);
    return [
      `web-push: a chave ${id} é a única; as anteriores e as inscrições feitas com elas foram apagadas.`,
      'Quem recebia avisos volta a recebê-los na próxima visita, sem fazer nada.',
    ];
  }
  const id = await rotateApplicationKey(parts);
  return [
    `web-push: os navegadores se inscrevem com a chave ${id} a partir de agora; nada precisa ser reiniciado.`,
    'Os já inscritos continuam avisados pela anterior e passam à nova na próxima visita.',
    'Para apagar a anterior, quando nenhum mais depender dela: lacre keys retire web-push.',
  ];
}

/** @throws KeyRefused while a browser is notified by a former key */
export async function retireWebPush(keys: OpenKeys): Promise<string[]> {
  const parts = { pool: keys.pool, secrets: await secretsOf(keys) };
  const [, ...former] = await listApplicationKeys(keys.pool);
  if (former.length === 0) return ['web-push: não há chave anterior; nada a retirar.'];
  const retired = await retireApplicationKeys(parts);
  const needed = former.reduce((sum, { subscriptions }) => sum + subscriptions, 0);
  if (retired === 0)
    throw new KeyRefused(
      `a chave anterior de web-push ainda é necessária: ${browsers(needed)} ainda ${needed === 1 ? 'não voltou' : 'não voltaram'} desde a troca. Nada mudou.`,
    );
  return [`web-push: ${retired === 1 ? 'a chave anterior saiu' : `${retired} chaves anteriores saíram`}.`];
}

/** Ids, browsers and moments; none where no browser ever asked for a key. */
export async function webPushLines(
  keys: OpenKeys,
  ageOf: (since: Date | undefined) => string,
): Promise<string[]> {
  const { rows } = await keys.pool.query<{ isThere: boolean }>(
    `select to_regclass('push.application_key') is not null as "isThere"`,
  );
  const listed = rows[0]?.isThere === true ? await listApplicationKeys(keys.pool) : [];
  return listed.map(
    ({ keyId, madeAt, subscriptions }, index) =>
      `    ${keyId}  ${index === 0 ? 'em uso' : 'anterior'}, ${browsers(subscriptions)}${ageOf(madeAt)}`,
  );
}
