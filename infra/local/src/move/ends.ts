import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { readEnvironment, type KeyRing, type OwnKeyName, type SettingsOf } from '@lacre/adapters';
import type { EventStore } from '@lacre/event-store';

import { openInstallation, type Installation } from '../audit/open-installation.ts';
import { publicUrlOf } from '../operate/public-url.ts';
import { MoveRefused } from './move-refused.ts';
import type { Staging } from './staging.ts';

/** Keys without which what a tenant has cannot be read at the one end and written at the other. */
const NEEDED = ['IDENTITY_SECRET', 'PAYLOAD_KEY', 'PERSONAL_DATA_KEYS'] as const satisfies OwnKeyName[];
type NeededKeys = Readonly<Record<(typeof NEEDED)[number], KeyRing>>;

/** One of the two installations of a move. */
export interface End {
  installation: Installation;
  /** Of the log: where it is and in which of its histories. */
  identity: string;
  installationId: string;
  /** Where people reach it: the origin of its `PUBLIC_URL`. */
  address: string;
  keys: NeededKeys;
  /** Of the names of reservations, and of digests of what is not kept. */
  digestKey: Uint8Array;
  /** The log as it is stored, neither decrypted nor with epochs. */
  log: EventStore;
}

/** A tenant on its way. */
export interface Move {
  source: End;
  target: End;
  staging: Staging;
  tenantId: string;
}

/** How far a tenant was copied, and who holds what up to there. */
export type CopiedSoFar = Pick<Staging, 'copiedTo' | 'reservations'>;

/** The installation that settings of a file are of, opened as any command opens its own. */
export async function openTarget(
  file: string,
): Promise<{ installation: Installation; environment: SettingsOf<'commands'> }> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new MoveRefused(`não foi possível ler ${file} (${code}).`);
  });
  const environment = readEnvironment('commands', parseEnv(text));
  const dataDir = resolve(dirname(file), environment.DATA_DIR ?? '.lacre');
  return { installation: await openInstallation(dataDir, environment), environment };
}

/**
 * Opens the log of an installation, beside all else that a move needs of it. What it opens is put on the stack.
 *
 * @param words what it is called: `a origem`, `o destino`
 * @throws MoveRefused when something of it cannot be part of a move
 */
export async function openEnd(
  installation: Installation,
  { environment, words }: { environment: SettingsOf<'commands'>; words: string },
  begun: AsyncDisposableStack,
): Promise<End> {
  const { identity, rings, foreignEvents } = installation;
  if (identity === undefined)
    throw new MoveRefused(`${words} ainda não tem identidade: inicie o Lacre antes, uma vez.`);
  if (foreignEvents !== undefined)
    throw new MoveRefused(
      `o registro d${words} fica em um servidor KurrentDB: uma conta só é levada entre registros no banco de dados (lacre log copy --from o traz de volta).`,
    );
  const absent = NEEDED.filter((name) => rings[name] === undefined);
  if (absent.length > 0)
    throw new MoveRefused(`para levar uma conta falta, nas chaves d${words}: ${absent.join(', ')}.`);
  const log = await installation.openStoredLog();
  begun.defer(() => log.close());
  return {
    installation,
    identity: `${identity.installationId} ${identity.epoch}`,
    installationId: identity.installationId,
    address: new URL(await publicUrlOf(installation, environment)).origin,
    keys: rings as NeededKeys,
    digestKey: installation.digestKey,
    log,
  };
}
