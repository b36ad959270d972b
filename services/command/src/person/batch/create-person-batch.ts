import { streams } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import { oneAtATime } from '../../database/one-at-a-time.ts';
import type { CommandContext } from '../../decider/command-context.ts';
import { claimValue } from '../../reservation/claim-value.ts';
import { stored, type RunningCommand } from '../../run-command.ts';
import type { CommandService } from '../../service.ts';
import { person } from '../decide-person.ts';
import { personBatch } from './decide-person-batch.ts';
import type { PersonRow, RowError } from './rows.ts';
import { sideBySide } from './side-by-side.ts';
import { takenCpfs } from './taken-cpfs.ts';

/** Streams written side by side. */
const AT_ONCE = 16;
/** How long somebody on their way is waited for, milliseconds, as for a single person. */
const PATIENCE_MS = 5_000;
/** Batches of one intent that were abandoned halfway before one succeeds. */
const MAX_ABANDONED = 5;
const MAX_ERRORS_TOLD = 500;

interface PersonToBe extends PersonRow {
  personId: string;
  owner: string;
}

export const takenError = ({ line }: PersonRow): RowError => ({
  line,
  field: 'cpf',
  message: 'Este CPF já está cadastrado',
});

/** The whole file is refused, each fault with its line. */
export function batchRefusal(errors: readonly RowError[]): Refusal {
  const fieldErrors = errors.slice(0, MAX_ERRORS_TOLD).map(({ line, field, message }) => ({
    field: field === '' ? `lines.${line}` : `lines.${line}.${field}`,
    message: `Linha ${line}: ${message}`,
  }));
  const detail = `O arquivo tem ${errors.length} ${errors.length === 1 ? 'erro' : 'erros'}.`;
  return new Refusal('PERSON_BATCH_CREATION_ERROR', { detail, fieldErrors });
}

/**
 * Registers all of them or nobody, in three steps.
 *
 * 1. Every CPF is reserved for the stream of its person.
 * 2. Every person's stream begins with PersonDrafted, which shows to nobody.
 * 3. PersonBatchCreated with "no stream": the commit point, at which all of them are registered at once.
 *
 * A crash before step 3 leaves reservations and drafts that nobody sees. A repeat of the request goes on from there;
 * anybody else who asks for one of the CPFs waits a little, makes the batch impossible by PersonBatchAbandoned and takes
 * the CPF over.
 *
 * @throws Refusal PERSON_BATCH_CREATION_ERROR when a CPF belongs to somebody registered
 */
export async function createPersonBatch(
  service: CommandService,
  { context, newId }: RunningCommand,
  rows: readonly PersonRow[],
): Promise<{ position: Position; personIds: readonly string[] }> {
  const { handler, pool } = service;
  const { tenantId } = context;
  const batchId = await usableId(service, newId);
  const personIds = rows.map((_, index) => newId(`person:${batchId}:${index}`));
  const earlier = await handler.repeated(personBatch, batchId, context);
  if (earlier !== undefined) return { position: stored(earlier).position, personIds };
  const people = rows.map((row, index) => {
    const personId = personIds[index] as string;
    return { ...row, personId, owner: streams.person(personId) };
  });
  // Two batches with CPFs in common would each end the other.
  return oneAtATime(pool, `person-batch:${tenantId}`, async () => {
    await reserveAll(service, context, people);
    await sideBySide(people, AT_ONCE, async ({ personId, cpf, fields }) => {
      const draft = { type: 'draft', personId, tenantId, batchId, cpf, fields } as const;
      stored(await handler.handle(person, personId, draft, context));
    });
    const create = { type: 'create', batchId, tenantId, personIds } as const;
    const { position } = stored(await handler.handle(personBatch, batchId, create, context));
    return { position, personIds };
  });
}

/** The intent's batch id: the first that was not abandoned, so that a late repeat is not locked out for good. */
async function usableId({ handler }: CommandService, newId: RunningCommand['newId']): Promise<string> {
  for (let abandoned = 0; abandoned < MAX_ABANDONED; abandoned++) {
    const batchId = newId(`person-batch:${abandoned}`);
    if ((await handler.load(personBatch, batchId)).status !== 'abandoned') return batchId;
  }
  throw new Refusal('CONCURRENT_CHANGE');
}

/** Looks before it reserves, so that a file with a known CPF takes none. */
async function reserveAll(
  service: CommandService,
  context: CommandContext,
  people: readonly PersonToBe[],
): Promise<void> {
  const { handler, eventStore, digest, now, dependencies } = service;
  const { takeOverPatienceMs: patienceMs = PATIENCE_MS } = dependencies;
  const { taken, waitedFor } = await takenCpfs(service, context.tenantId, people, patienceMs);
  if (taken.length > 0) throw batchRefusal(taken.map(takenError));
  const claims = await sideBySide(people, AT_ONCE, ({ cpf: value, owner }) =>
    claimValue(
      { handler, eventStore, digest, now, patienceMs, waitedFor },
      { kind: 'cpf', value, owner, scope: 'tenant' },
      context,
    ),
  );
  const lost = people.filter((_, index) => {
    const claimed = claims[index];
    return claimed?.ok === false && claimed.code === 'taken';
  });
  if (lost.length > 0) throw batchRefusal(lost.map(takenError));
  for (const claimed of claims) if (!claimed.ok && claimed.code !== 'taken') throw new Refusal(claimed.code);
}
