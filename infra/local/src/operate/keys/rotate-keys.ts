import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

import { boxOf, openTokenKeys, PUBLISHED_BEFORE_MS } from '@lacre/identity';

import { KeyRefused } from './key-refused.ts';
import type { OpenKeys } from './open-keys.ts';
import { ringWords, type RingName } from './secret-table.ts';

/** Puts a new key before the others, which go on reading; or says what to set, where the environment gives keys. */
export async function rotateRing(keys: OpenKeys, name: RingName, out: string | undefined): Promise<string[]> {
  const { setting, unchangeable, afterUse } = ringWords(name);
  if (unchangeable !== undefined) throw new KeyRefused(unchangeable);
  const key = randomBytes(32);
  const id = keys.idOf(name, key);
  if (!keys.inFolder) return stepsToSet({ name, setting, afterUse, key, id, out });
  const ring = keys.ringOf(name);
  if (ring === undefined) throw new KeyRefused(`${setting} não está na pasta de dados`);
  await keys.keep(name, [key, ...ring]);
  return [
    `${name}: a chave ${id} é a nova; ${ring.length === 1 ? 'a anterior continua' : 'as anteriores continuam'} lendo.`,
    'Reinicie a plataforma: a chave nova vale a partir daí. Faça antes uma cópia de segurança da pasta de dados com a chave nova.',
    afterUse,
    `Depois, para retirar a anterior: lacre keys retire ${name}.`,
  ];
}

interface Step {
  name: RingName;
  setting: string;
  afterUse: string;
  key: Buffer;
  id: string;
  out: string | undefined;
}

/** In this order no process ever meets what it cannot read. */
async function stepsToSet({ name, setting, afterUse, key, id, out }: Step): Promise<string[]> {
  if (out !== undefined)
    await writeFile(out, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        const why = error.code === 'EEXIST' ? 'já existe: indique outro arquivo' : `(${error.code})`;
        throw new KeyRefused(`não foi possível escrever ${out} ${why}`);
      },
    );
  const value = out === undefined ? key.toString('hex') : `o conteúdo de ${out}`;
  return [
    `${name}: a chave ${id} é a nova. Guarde-a na cópia de segurança antes de usá-la.`,
    `    NOVA = ${value}`,
    'Em cada passo, mude a configuração de todos os processos que a recebem e reinicie-os, um depois do outro; só então vá ao seguinte.',
    `1. Aceitar:  ${setting}=ATUAL,NOVA   (ATUAL é o valor de hoje; a nova só lê)`,
    `2. Usar:     ${setting}=NOVA,ATUAL`,
    `   ${afterUse}`,
    `3. Retirar:  lacre keys retire ${name}, que confere se nada mais precisa da anterior; depois ${setting}=NOVA`,
  ];
}

/** Keys of tokens stand in the database. @throws KeyRefused */
export async function rotateTokenSigning(keys: OpenKeys, isCompromised: boolean): Promise<string[]> {
  const secrets = keys.ringOf('identity');
  if (secrets === undefined)
    throw new KeyRefused('para criar uma chave de tokens, este comando precisa de IDENTITY_SECRET');
  const tokenKeys = openTokenKeys(keys.pool, boxOf(secrets));
  if (isCompromised) {
    const id = await tokenKeys.replaceAll();
    return [
      `token-signing: a chave ${id} assina a partir de agora, e todas as anteriores foram retiradas.`,
      'Tokens assinados por elas são recusados em até dois minutos. Quem está com a sessão aberta recebe outro sem perceber; quem assina um documento confirma de novo com um código.',
    ];
  }
  const id = await tokenKeys.rotate();
  const minutes = PUBLISHED_BEFORE_MS / 60_000;
  return [
    `token-signing: a chave ${id} está publicada e passa a assinar em ${minutes} minutos, quando todos os processos a conhecem.`,
    'Uma hora depois disso, a anterior pode sair: lacre keys retire token-signing.',
  ];
}
