import { serverText, type SettingsOf } from '@lacre/adapters';
import { moveLog, type MovedLog } from '@lacre/adapters/log-server';

import { openGround } from '../audit/open-installation.ts';
import { storesOf } from '../foundation.ts';
import { say as sayTo, type LogCommand } from './command.ts';
import { buildAnew } from './log-commands.ts';
import { spaced } from './progress.ts';
import { UsageError } from './usage-error.ts';

/** Events of others that are named one by one. */
const MAX_NAMED = 20;

export interface CopyRequest {
  dataDir: string;
  environment: SettingsOf<'commands'>;
  /** Into this KurrentDB server, or out of this one; exactly one is given. */
  to?: string | undefined;
  from?: string | undefined;
}

/**
 * Moves the installation's log from the database to a KurrentDB server, or back.
 *
 * @param say prints a line for the operator
 * @throws LogNotMoved
 */
export async function copyLogOf(request: CopyRequest, say: (line: string) => void): Promise<void> {
  const { dataDir, environment, from, to } = request;
  const { pool, secrets, logger, close } = await openGround(dataDir, environment, { asksLog: false });
  const rate = new Rate();
  const sayProgress = spaced(say);
  try {
    const moved = await moveLog({
      pool,
      logger,
      prefix: environment.EVENT_STORE_PREFIX,
      masterKeys: secrets.personalDataKeys,
      stores: storesOf(environment, dataDir),
      from,
      to,
      onProgress: ({ found, written }) => {
        rate.note(written);
        sayProgress(() => {
          const already = found === 0 ? '' : ` (${numberText(found)} já estavam lá)`;
          return `${numberText(written)} eventos copiados${already}, ${rate.text()}`;
        });
      },
    });
    if (moved === undefined) say('O registro já está lá.');
    else tell(moved, rate, request, say);
  } finally {
    await close();
  }
  say('Refazendo os modelos de leitura…');
  await buildAnew(dataDir, { ...environment, EVENT_STORE_URL: to });
  say('Pronto.');
}

/** How fast events are written, of the time since the first was. */
class Rate {
  /** Of copies that are over. */
  #written = 0;
  #tookMs = 0;
  #current = { written: 0, startedAt: performance.now(), lastAt: performance.now() };

  note(written: number): void {
    const now = performance.now();
    if (written === 0) {
      this.#written += this.#current.written;
      this.#tookMs += this.#current.lastAt - this.#current.startedAt;
      this.#current = { written: 0, startedAt: now, lastAt: now };
    }
    this.#current = { ...this.#current, written, lastAt: now };
  }

  text(): string {
    const { written, startedAt, lastAt } = this.#current;
    const seconds = (this.#tookMs + lastAt - startedAt) / 1000;
    return `${numberText(Math.round((this.#written + written) / Math.max(seconds, 0.001)))} eventos/s`;
  }
}

const numberText = (value: number): string => value.toLocaleString('pt-BR');

function tell(
  { figures, written, passedOver, to }: MovedLog,
  rate: Rate,
  { to: address }: CopyRequest,
  say: (line: string) => void,
): void {
  const { events, streams, sha256 } = figures;
  say(`Copiados: ${numberText(written)} eventos (${rate.text()}).`);
  say(
    `Conferidos, um a um: ${numberText(events)} eventos em ${numberText(streams)} fluxos; SHA-256 ${sha256}.`,
  );
  if (passedOver.length > 0) {
    say(
      `Deixados de fora: ${numberText(passedOver.length)} eventos que o Lacre não escreveu, no fim de fluxos dele:`,
    );
    for (const { stream, revision, type } of passedOver.slice(0, MAX_NAMED))
      say(`  ${stream} ${revision} ${type}`);
    if (passedOver.length > MAX_NAMED) say('  …');
  }
  say(
    address === undefined
      ? 'O registro agora fica no banco de dados. Retire EVENT_STORE_URL de todos os processos antes de iniciar o Lacre.'
      : `O registro agora fica no ${serverText(to.at)}. Defina EVENT_STORE_URL com este endereço em todos os processos antes de iniciar o Lacre.`,
  );
  say('O registro antigo está encerrado: iniciar com ele é recusado.');
}

/** `lacre log copy`. */
export const runCopy: LogCommand = async ({ values: { to, from }, dataDir, environment, terminal }) => {
  if ((to === undefined) === (from === undefined))
    throw new UsageError('indique --to (do banco de dados para o KurrentDB) ou --from (de volta)');
  await copyLogOf({ dataDir, environment, to, from }, (line) => sayTo(terminal, line));
  return 0;
};
