import { setTimeout as sleep } from 'node:timers/promises';

import { findTenant, recordMove } from '@lacre/command';
import type { TenantMove } from '@lacre/contracts';
import { bareOf, type Position } from '@lacre/event-store';

import { spaced } from '../operate/progress.ts';
import { alone } from './alone.ts';
import { Contents } from './copy-contents.ts';
import { Comparison, copyEvents } from './copy-events.ts';
import type { End, Move } from './ends.ts';
import { MoveRefused } from './move-refused.ts';
import { rowIdsOf, type MovedRowCounts } from './move-rows.ts';
import { numberText } from './number-text.ts';
import { obstaclesTo } from './obstacles.ts';
import { placeRest, placeTenant } from './place-tenant.ts';
import { HeldValues, takenValues } from './reservations.ts';
import { Staging } from './staging.ts';
import { waitForJobs } from './wait-for-jobs.ts';

/** How long the source's webhooks may be behind its log, milliseconds. */
const WEBHOOKS_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** Each step of a move, in their order. */
export type MoveStep =
  | 'copied'
  | 'frozen'
  | 'drained'
  | 'compared'
  | 'placed'
  | 'movedOut'
  | 'restPlaced'
  | 'movedIn';

export interface MoveRequest {
  source: End;
  target: End;
  tenantId: string;
  /** Prints a line for the operator. */
  say: (line: string) => void;
  /** Called after each step, and awaited. */
  onStep?: (step: MoveStep) => unknown;
}

/** What is copied beside the log, as far as it has come. */
interface Copying {
  contents: Contents;
  comparison: Comparison;
  values: HeldValues;
}

/**
 * Moves a tenant from one installation to another while both work. Killed anywhere, the same command goes on.
 *
 * Commit point: the transaction of `placeTenant`. Before it the tenant may stay, by `abandonMove`; after it a repeat
 * finishes the move.
 *
 * @throws MoveRefused; before the commit point the tenant works on in the source as before
 */
export async function moveTenant(request: MoveRequest): Promise<void> {
  const { source, target } = request;
  await alone([source, target], () => run(request));
}

async function run(request: MoveRequest): Promise<void> {
  const { source, target, tenantId, say } = request;
  const here = await findTenant(source.installation, tenantId);
  const there = await findTenant(target.installation, tenantId);
  if (here === undefined) throw new MoveRefused(`a origem não tem a conta ${tenantId}.`);
  const under = underWay(here.move);
  if (under !== undefined && under.address !== target.address)
    throw new MoveRefused(
      under.stage === 'moving'
        ? `a conta está sendo levada a ${under.address}: termine lá, ou desista com --abandon.`
        : `a conta foi levada a ${under.address}.`,
    );
  const begun = await Staging.find(target.installation.pool, tenantId);
  if (here.move.stage === 'movedOut' && there?.move.stage === 'movedIn') {
    await begun?.remove();
    say('A conta já está no destino.');
    return;
  }
  if (begun?.placedTo === undefined) {
    if (under?.stage === 'movedOut')
      throw new MoveRefused(
        'a origem diz que a conta já está no destino, que não a tem: ele é o de antes, restaurado de uma cópia de segurança. Nada foi mudado.',
      );
    const obstacles = await obstaclesTo({ source, target, tenantId });
    if (obstacles.length > 0) throw new MoveRefused(obstacles.join('\n'));
  }
  const opened = { tenantId, source: source.identity, moveId: under?.moveId };
  const staging = await Staging.open(target.installation.pool, opened);
  const move: Move = { source, target, staging, tenantId };
  const copying = {
    contents: new Contents(move),
    comparison: new Comparison(source.log, staging, tenantId),
    values: new HeldValues(move),
  };
  if (staging.placedTo === undefined) await bringOver(move, copying, request);
  await finish(move, copying, request);
}

/** The move that the tenant is on, or left by; undefined when it is here. */
const underWay = (move: TenantMove) =>
  move.stage === 'moving' || move.stage === 'movedOut' ? move : undefined;

/** Everything up to the commit point; what is refused once the tenant is frozen thaws it. */
async function bringOver(move: Move, copying: Copying, request: MoveRequest): Promise<void> {
  const { say, onStep = () => {} } = request;
  const { source, target, staging, tenantId } = move;
  await copyWhileItWorks(move, copying, request);
  await onStep('copied');
  const { moveId } = staging;
  const begin = { type: 'beginMove', moveId, address: target.address } as const;
  const begun = await recordMove(source.installation.eventStore, tenantId, begin);
  if (begun.move.stage !== 'moving' || begun.move.moveId !== moveId)
    throw new MoveRefused('a conta não pôde ser suspensa na origem: repita o comando.');
  say('A conta está suspensa na origem: consultas continuam, comandos são adiados.');
  try {
    await onStep('frozen');
    await waitForJobs(source.installation, tenantId);
    await onStep('drained');
    const counts = await copyRest(move, copying, request);
    tellPlaced(counts, say);
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error;
    await giveUp(move, moveId);
    throw new MoveRefused(`${error.message}\nA conta voltou a trabalhar na origem.`);
  }
  await onStep('placed');
}

/** The bulk of it; a second round takes what came during the first. */
async function copyWhileItWorks(
  { source, target, staging, tenantId }: Move,
  { contents, comparison, values }: Copying,
  { say }: MoveRequest,
): Promise<void> {
  const sayProgress = spaced(say);
  const copied = await copyEvents(source.log, staging, tenantId, (events, read) =>
    sayProgress(() => `${numberText(events)} eventos copiados, de ${numberText(read)} lidos…`),
  );
  await contents.advance(() =>
    sayProgress(
      () =>
        `${numberText(contents.copied.files)} arquivos copiados (${numberText(contents.copied.bytes)} bytes)…`,
    ),
  );
  await comparison.advance();
  const held = await values.advance();
  const taken = await takenValues(target.installation.pool, held);
  if (taken.length > 0) throw new MoveRefused(taken.join('\n'));
  const more = await copyEvents(source.log, staging, tenantId);
  await contents.advance();
  const { files, bytes } = contents.copied;
  say(
    `Copiados: ${numberText(copied + more)} eventos e ${numberText(files)} arquivos (${numberText(bytes)} bytes).`,
  );
}

/** What came since, under the freeze, to the commit point. */
async function copyRest(
  move: Move,
  { contents, comparison, values }: Copying,
  { say, onStep = () => {} }: MoveRequest,
): Promise<MovedRowCounts> {
  const { source, staging, tenantId } = move;
  await copyEvents(source.log, staging, tenantId);
  await contents.advance();
  await webhooksFollowed(source, staging, tenantId);
  const figures = await comparison.advance();
  const held = await values.advance();
  say(
    `Conferidos, um a um: ${numberText(figures.events)} eventos em ${numberText(figures.streams)} fluxos; SHA-256 ${figures.sha256}.`,
  );
  await onStep('compared');
  const ids = await rowIdsOf(source.installation.pool, tenantId, contents.owners);
  return placeTenant(move, { ids, values: held, figures });
}

/** What came of events in the source's webhooks goes along as rows; nothing of before the freeze may be missing in them. */
async function webhooksFollowed(source: End, { copiedTo }: Staging, tenantId: string): Promise<void> {
  const { pool } = source.installation;
  const { rowCount } = await pool.query('select from webhook.endpoint where tenant_id = $1 limit 1', [
    tenantId,
  ]);
  if (rowCount === 0 || copiedTo === 'start') return;
  for (let waitedMs = 0; waitedMs < WEBHOOKS_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    const { rows } = await pool.query<{ position: Position | null }>(
      'select position from webhook.checkpoint',
    );
    const place = rows[0]?.position ?? undefined;
    if (place !== undefined && source.log.comparePositions(bareOf(place), bareOf(copiedTo)) >= 0) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new MoveRefused(
    'os webhooks da origem não acompanham o registro: o serviço projector tem de estar no ar (veja lacre status).',
  );
}

/** From the commit point on: each step is found done by a repeat. */
async function finish(
  move: Move,
  { contents, comparison }: Copying,
  { say, onStep = () => {} }: MoveRequest,
): Promise<void> {
  const { source, target, staging, tenantId } = move;
  const { moveId } = staging;
  await recordMove(source.installation.eventStore, tenantId, { type: 'moveOut', moveId });
  await onStep('movedOut');
  await copyEvents(source.log, staging, tenantId);
  await contents.advance();
  await comparison.advance();
  await placeRest(move, await rowIdsOf(source.installation.pool, tenantId, contents.owners));
  await onStep('restPlaced');
  const moveIn = { type: 'moveIn', moveId, address: source.address } as const;
  await recordMove(target.installation.eventStore, tenantId, moveIn);
  await onStep('movedIn');
  await staging.remove();
  say(`A conta agora está em ${target.address}.`);
}

/**
 * Gives a move up before its commit point: the tenant works on in the source, and the target has nothing of it but files
 * that nothing names.
 *
 * @throws MoveRefused after the commit point, and where no move was begun
 */
export async function abandonMove({ source, target, tenantId, say }: MoveRequest): Promise<void> {
  await alone([source, target], async () => {
    const here = await findTenant(source.installation, tenantId);
    const staging = await Staging.find(target.installation.pool, tenantId);
    const under = here && underWay(here.move);
    if (under?.stage === 'movedOut' || staging?.placedTo !== undefined)
      throw new MoveRefused('a conta já foi posta no destino: repita o comando sem --abandon, que termina.');
    if (under !== undefined && under.address !== target.address)
      throw new MoveRefused(`a conta está sendo levada a ${under.address}: desista com esse destino.`);
    if (under === undefined && staging === undefined)
      throw new MoveRefused('nada desta conta está a caminho.');
    await giveUp({ source, staging, tenantId }, under?.moveId);
    say('A conta continua na origem; o que tinha sido copiado foi desfeito.');
  });
}

/**
 * Commit point: TenantMoveAbandoned. The copy goes first: a crash between them leaves a frozen tenant, which a repeat of
 * either command finds.
 */
async function giveUp(
  { source, staging, tenantId }: { source: End; staging: Staging | undefined; tenantId: string },
  moveId: string | undefined,
): Promise<void> {
  await staging?.remove();
  if (moveId !== undefined)
    await recordMove(source.installation.eventStore, tenantId, { type: 'abandonMove', moveId });
}

function tellPlaced({ rows, lostTokens }: MovedRowCounts, say: (line: string) => void): void {
  say(`Levadas: ${numberText(rows)} linhas de credenciais, chaves, webhooks, faces e rascunhos.`);
  if (lostTokens > 0)
    say(`${numberText(lostTokens)} tokens da API não puderam ser levados: emita-os de novo no destino.`);
}
