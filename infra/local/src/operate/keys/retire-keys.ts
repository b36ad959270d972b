import { blobPlace, forgetFormerKeys, notedKeys, type KeyRing } from '@lacre/adapters';
import { boxOf, countSealedByFormer, openTokenKeys } from '@lacre/identity';
import { countWrappedByFormer } from '@lacre/personal-data/postgres';

import { KeyRefused } from './key-refused.ts';
import type { OpenKeys } from './open-keys.ts';
import { ringWords, type RingName } from './secret-table.ts';

/** The longest that a proof holds is an invitation, 7 days; the eighth is for clocks, and for the last that was issued. */
const PROOFS_END_MS = 8 * 86_400_000;

type Need = (keys: OpenKeys, ring: KeyRing, now: Date) => Promise<string | undefined>;

/** What still needs the former keys, in words; undefined when nothing does. */
const NEEDS: Readonly<Record<RingName, Need>> = {
  'blob-master': async ({ dataDir, environment }, ring) => {
    const store = await blobPlace(environment, dataDir).open(ring);
    return (await store.needsFormerKeys())
      ? 'há arquivos cifrados só com a anterior. O serviço signer os cifra de novo em segundo plano enquanto funciona com a chave nova; tente mais tarde'
      : undefined;
  },
  payload: async ({ pool }) => {
    const { rows } = await pool.query<{ some: boolean }>(
      `select to_regclass('signer.issued_version') is not null as some`,
    );
    const isMade = rows[0]?.some === true;
    const sealed = isMade ? await pool.query('select from signer.issued_version limit 1') : { rowCount: 0 };
    return sealed.rowCount === 0
      ? undefined
      : 'há documentos selados, que nunca são reescritos: os códigos impressos neles dependem dela';
  },
  proof: async (keys, ring, now) => {
    const noted = await notedKeys(keys.pool);
    const id = keys.idOf('proof', ring[0]);
    const since = noted.find((key) => key.name === 'PROOF_SECRET' && key.id === id)?.since;
    if (since !== undefined && now.getTime() - since.getTime() >= PROOFS_END_MS) return undefined;
    return since === undefined
      ? 'a nova ainda não foi usada por nenhum processo'
      : `convites emitidos com a anterior valem até ${new Date(since.getTime() + PROOFS_END_MS).toISOString().slice(0, 10)}`;
  },
  identity: async ({ pool }, ring) => {
    const count = await countSealedByFormer(pool, ring);
    return count === 0
      ? undefined
      : `${count} segredos no banco de dados ainda estão cifrados com a anterior. O serviço command os cifra de novo quando inicia com a chave nova`;
  },
  'personal-data': async ({ pool }, ring) => {
    const count = await countWrappedByFormer(pool, ring);
    return count === 0
      ? undefined
      : `${count} chaves de pessoas, segredos de webhooks ou endereços ainda estão cifrados com a anterior. Os serviços os cifram de novo quando iniciam com a chave nova`;
  },
  digest: async () => undefined,
};

/** Takes the former keys out, once nothing needs them. @throws KeyRefused while something does */
export async function retireRing(keys: OpenKeys, name: RingName, now: Date): Promise<string[]> {
  const { setting, unchangeable } = ringWords(name);
  if (unchangeable !== undefined) throw new KeyRefused(unchangeable);
  const ring = keys.ringOf(name);
  if (ring === undefined) throw new KeyRefused(`${setting} não foi dada a este comando`);
  if (ring.length === 1) return [`${name}: não há chave anterior; nada a retirar.`];
  await assertUsed(keys, name, ring);
  const need = await NEEDS[name](keys, ring, now);
  if (need !== undefined)
    throw new KeyRefused(`a chave anterior de ${name} ainda é necessária: ${need}. Nada mudou.`);
  if (name === 'blob-master') {
    const store = await blobPlace(keys.environment, keys.dataDir).open(ring);
    await store.retireFormerKeys();
  }
  await forgetFormerKeys(keys.pool, setting, ring);
  if (keys.inFolder) await keys.keep(name, [ring[0]]);
  const id = keys.idOf(name, ring[0]);
  return keys.inFolder
    ? [
        `${name}: fica só a chave ${id}. Cópias de segurança de antes ainda precisam da anterior para ser lidas.`,
      ]
    : [
        `${name}: nada mais precisa da anterior. Defina ${setting} só com a chave ${id} em todos os processos e reinicie-os.`,
        'Cópias de segurança de antes ainda precisam da anterior para ser lidas: guarde-a com elas.',
      ];
}

/** A key that no process uses yet takes the place of none. */
export async function assertUsed(keys: OpenKeys, name: RingName, ring: KeyRing): Promise<void> {
  const id = keys.idOf(name, ring[0]);
  const noted = await notedKeys(keys.pool);
  if (noted.some((key) => key.name === ringWords(name).setting && key.id === id)) return;
  throw new KeyRefused(
    `a chave ${id} de ${name} ainda não foi usada por nenhum processo: reinicie-os com ela antes. Nada mudou.`,
  );
}

/** @throws KeyRefused */
export async function retireTokenSigning(keys: OpenKeys): Promise<string[]> {
  const secrets = keys.ringOf('identity');
  if (secrets === undefined) throw new KeyRefused('este comando precisa de IDENTITY_SECRET');
  const { former, retired } = await openTokenKeys(keys.pool, boxOf(secrets)).retire();
  if (former === 0) return ['token-signing: há uma chave só; nada a retirar.'];
  if (retired === 0)
    throw new KeyRefused(
      'a chave anterior de token-signing ainda é necessária: assinou tokens que podem valer por até uma hora. Nada mudou.',
    );
  return [
    `token-signing: ${retired === 1 ? 'a chave anterior saiu' : `${retired} chaves anteriores saíram`}.`,
  ];
}
