import type { SettingsOf } from '@lacre/adapters';

import { momentOf } from '../../audit/replay-process.ts';
import { say, type LogCommand } from '../command.ts';
import { KeyRefused } from './key-refused.ts';
import { retireWebPush, rotateWebPush } from './keys-of-push.ts';
import { revokeSeal, rotateSeal } from './keys-of-seal.ts';
import { listKeys } from './list-keys.ts';
import { openKeys, type OpenKeys } from './open-keys.ts';
import { retireRing, retireTokenSigning } from './retire-keys.ts';
import { rotateRing, rotateTokenSigning } from './rotate-keys.ts';
import { GIVEN, RINGS, ROLE_PASSWORD, type RingName } from './secret-table.ts';

/** What a command about keys was given after its own two words. */
interface KeysAsked {
  dataDir: string;
  environment: SettingsOf<'commands'>;
  words: readonly string[];
  out?: string | undefined;
  compromised: boolean;
  since?: string | undefined;
}

type KeysCommand = 'list' | 'rotate' | 'retire' | 'revoke';

/** Names of secrets that a command changes. */
const KEY_NAMES = [...(Object.keys(RINGS) as RingName[]), 'token-signing', 'web-push', 'seal'] as const;

const isRing = (name: string): name is RingName => Object.hasOwn(RINGS, name);

/** The lines that answer `lacre keys …`. @throws KeyRefused, NoInstallation, StartRefused, EnginesUnavailable */
async function keysCommand(what: KeysCommand, asked: KeysAsked): Promise<string[]> {
  const now = new Date();
  const keys = await openKeys(asked.dataDir, asked.environment);
  try {
    if (what === 'list') return await listKeys(keys, now);
    if (what === 'rotate') return await rotate(keys, asked, now);
    return what === 'retire' ? await retire(keys, asked, now) : await revoke(keys, asked, now);
  } finally {
    await keys.close();
  }
}

async function rotate(keys: OpenKeys, { words, out, compromised }: KeysAsked, now: Date): Promise<string[]> {
  const [name = ''] = words;
  if (compromised && name !== 'token-signing' && name !== 'web-push')
    throw new KeyRefused(
      '--compromised é só de token-signing e web-push; para os demais, veja docs/operating/keys.md',
    );
  if (isRing(name)) return rotateRing(keys, name, out);
  if (name === 'token-signing') return rotateTokenSigning(keys, compromised);
  if (name === 'web-push') return rotateWebPush(keys, compromised);
  if (name === 'seal') return rotateSeal(keys, now);
  throw unknownName(name);
}

async function retire(keys: OpenKeys, { words: [name = ''] }: KeysAsked, now: Date): Promise<string[]> {
  if (isRing(name)) return retireRing(keys, name, now);
  if (name === 'token-signing') return retireTokenSigning(keys);
  if (name === 'web-push') return retireWebPush(keys);
  if (name === 'seal')
    throw new KeyRefused(
      'certificados do selo não se retiram: é por eles que se confere o que selaram. Se a chave vazou: lacre keys revoke seal ID',
    );
  throw unknownName(name);
}

async function revoke(keys: OpenKeys, { words: [name, id], since }: KeysAsked, now: Date): Promise<string[]> {
  if (name !== 'seal' || id === undefined || !/^[\da-f]{8,64}$/i.test(id))
    throw new KeyRefused(
      'só se revogam certificados do selo: lacre keys revoke seal ID, como em lacre keys list',
    );
  // A day begins before anything of it: a key is not trusted for longer than was meant.
  const moment = since === undefined ? undefined : momentOf(/T/.test(since) ? since : `${since}T00:00`);
  if (since !== undefined && moment === undefined)
    throw new KeyRefused('--since pede uma data, como 2026-11-30 ou 2026-11-30T18:00');
  return revokeSeal(keys, {
    id: id.toLowerCase(),
    since: moment === undefined ? now : new Date(moment),
    now,
  });
}

function unknownName(name: string): KeyRefused {
  const given = GIVEN[name as keyof typeof GIVEN];
  if (given === ROLE_PASSWORD)
    return new KeyRefused(
      `${name} é de outro serviço (${given}): a senha anterior deixa de valer na hora. Troque-a lá e logo em ${name}: os processos que leem ${name}_FILE usam a nova na próxima conexão; os outros, reinicie`,
    );
  if (given !== undefined)
    return new KeyRefused(
      `${name} é de outro serviço (${given}): crie lá a credencial nova, defina-a em ${name}, reinicie cada processo, e então encerre lá a anterior`,
    );
  if (name === 'webhook')
    return new KeyRefused(
      'segredos de webhooks são de cada conta, que os troca em Integrações ou por POST /webhook/{webhookId}/secret; o anterior vale por mais 48 horas',
    );
  return new KeyRefused(`não há a chave "${name}"; há: ${KEY_NAMES.join(', ')}`);
}

/** `lacre keys …`: about the keys that everything else is read by. */
export const runKeys =
  (what: KeysCommand): LogCommand =>
  async ({ values: { out, since, compromised }, words, dataDir, environment, terminal }) => {
    const lines = await keysCommand(what, { dataDir, environment, words, out, since, compromised });
    for (const line of lines) say(terminal, line);
    return 0;
  };
