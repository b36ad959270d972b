import { join } from 'node:path';

import { LogNotMoved, moveLog, rememberedLogAddress, type Environment, type MovedLog } from '@lacre/adapters';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import { forgetReadModels } from '@lacre/projector';
import type { ClientBase } from 'pg';
import pino from 'pino';

import { assertDatabaseThere } from '../assert-database.ts';
import { keysOf } from '../audit/open-installation.ts';
import { storesOf } from '../foundation.ts';

/** Between two lines of progress. */
const TOLD_EVERY_MS = 2000;

export interface CopyRequest {
  dataDir: string;
  environment: Environment;
  /** Into this KurrentDB server, or out of this one; exactly one is given. `from` may be empty: the known one. */
  to?: string | undefined;
  from?: string | undefined;
}

/**
 * Moves the installation's log from the database to a KurrentDB server, or back.
 *
 * @param say a line for whoever runs it
 * @throws LogNotMoved
 */
export async function copyLogOf(request: CopyRequest, say: (line: string) => void): Promise<void> {
  const { dataDir, environment } = request;
  const { personalDataKeys: masterKeys } = await keysOf(dataDir, environment);
  if (environment.DATABASE_URL === undefined) assertDatabaseThere(dataDir);
  const postgres =
    environment.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
      : undefined;
  const url = environment.DATABASE_URL ?? (await ensureDatabase(postgres?.connectionString() ?? '', 'lacre'));
  const pool = createPool(url, { max: 6, applicationName: 'lacre-audit' });
  const rate = new Rate();
  try {
    const from = request.to === undefined ? await sourceOf(request, pool, masterKeys) : undefined;
    const moved = await moveLog({
      pool,
      logger: pino({ level: 'silent' }),
      masterKeys,
      stores: storesOf(dataDir),
      from,
      to: request.to,
      onProgress: ({ found, written }) => rate.tell(found, written, say),
      onMoving: forgetDerived,
    });
    tell(moved, rate, request, say);
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}

async function sourceOf(
  { from }: CopyRequest,
  pool: Parameters<typeof rememberedLogAddress>[0],
  masterKeys: readonly Buffer[],
): Promise<string> {
  const address = from === undefined || from === '' ? await rememberedLogAddress(pool, masterKeys) : from;
  if (address === undefined)
    throw new LogNotMoved('não se sabe onde está o registro: indique o servidor com --from URL');
  return address;
}

/** Read models keep positions in their rows; kept answers name them, and are kept only to spare work. */
async function forgetDerived(client: ClientBase): Promise<void> {
  await forgetReadModels(client);
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('command.idempotency') is not null as found`,
  );
  if (rows[0]?.found === true) await client.query('delete from command.idempotency');
}

/** How fast events are written, of the time since the first was. */
class Rate {
  #startedAt = performance.now();
  #toldAt = this.#startedAt;
  #written = 0;

  tell(found: number, written: number, say: (line: string) => void): void {
    this.#written = written;
    if (written === 0) this.#startedAt = performance.now();
    if (performance.now() - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = performance.now();
    const already = found === 0 ? '' : ` (${numberText(found)} já estavam lá)`;
    say(`${numberText(written)} eventos copiados${already}, ${this.text()}`);
  }

  text(): string {
    const seconds = Math.max((performance.now() - this.#startedAt) / 1000, 0.001);
    return `${numberText(Math.round(this.#written / seconds))} eventos/s`;
  }
}

const numberText = (value: number): string => value.toLocaleString('pt-BR');

function tell(
  { figures, written, to }: MovedLog,
  rate: Rate,
  { to: address }: CopyRequest,
  say: (line: string) => void,
): void {
  const { events, streams, sha256 } = figures;
  say(`Copiados: ${numberText(written)} eventos (${rate.text()}).`);
  say(
    `Conferidos, um a um: ${numberText(events)} eventos em ${numberText(streams)} fluxos; SHA-256 ${sha256}.`,
  );
  say(
    address === undefined
      ? 'O registro agora fica no banco de dados. Retire EVENT_STORE_URL de todos os processos antes de iniciar o Lacre.'
      : `O registro agora fica no KurrentDB em ${to.at}. Defina EVENT_STORE_URL com este endereço em todos os processos antes de iniciar o Lacre.`,
  );
  say(
    'No próximo início os modelos de leitura são refeitos. O registro antigo está encerrado: iniciar com ele é recusado.',
  );
}
