import { streams } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import type { Pool } from 'pg';

import { withAdvisoryLock } from '../../database/with-advisory-lock.ts';
import type { CommandContext, RunningCommand } from '../../decider/command-context.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { orThrow } from '../../decider/or-throw.ts';
import {
  claimValue,
  endBeforeItBegins,
  type ClaimWait,
  type Claimed,
  type Ending,
  type ReservationParts,
} from '../../reservation/claim-value.ts';
import { person } from '../decide-person.ts';
import { claimContact, sharesContacts } from '../unique-contacts.ts';
import { personBatch } from './decide-person-batch.ts';
import { inOrder, type PersonRows, type RowError, type RowValue, type Sharing } from './rows.ts';
import { sideBySide } from './side-by-side.ts';
import { takenError, takenValues } from './taken-values.ts';

/** Streams written side by side. */
const AT_ONCE = 16;
/** How long a registration in progress is waited for, milliseconds, as for a single person. */
const PATIENCE_MS = 5_000;
/** Batches of one intent that were abandoned halfway before one succeeds. */
const MAX_ABANDONED = 5;
const MAX_ERRORS_TOLD = 500;

interface ValueToBe extends RowValue {
  /** Stream of the person who is to have it. */
  owner: string;
}

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
 * Registers all of them or none, in three steps.
 *
 * 1. Every CPF, e-mail and mobile is reserved for the stream of its person.
 * 2. Every person's stream begins with PersonDrafted, which no list shows.
 * 3. PersonBatchCreated with "no stream": the commit point, at which all of them are registered at once.
 *
 * A crash before step 3 leaves reservations and hidden drafts. A repeat of the request goes on from there;
 * any other claim of one of the values waits a little, makes the batch impossible by PersonBatchAbandoned and takes the
 * value over.
 *
 * @throws Refusal PERSON_BATCH_CREATION_ERROR when a value belongs to a registered person; what was reserved is free then
 */
export async function createPersonBatch(
  service: ReservationParts & { pool: Pool },
  { context, newId }: RunningCommand,
  { rows, values }: Pick<PersonRows, 'rows' | 'values'>,
): Promise<{ position: Position; personIds: readonly string[] }> {
  const { handler, pool } = service;
  const { tenantId } = context;
  const batchId = await usableId(service, newId);
  const personIds = rows.map((_, index) => newId(`person:${batchId}:${index}`));
  const earlier = await handler.repeated(personBatch, batchId, context);
  if (earlier !== undefined) return { position: orThrow(earlier).position, personIds };
  const people = rows.map((row, index) => ({ ...row, personId: personIds[index] as string }));
  const owners = new Map(people.map(({ line, personId }) => [line, streams.person(personId)]));
  const wanted = values.map((value) => ({ ...value, owner: owners.get(value.line) as string }));
  // Two batches with values in common would each end the other.
  return withAdvisoryLock(pool, `person-batch:${tenantId}`, async () => {
    await reserveAll(service, context, { batchId, values: wanted });
    await sideBySide(people, AT_ONCE, async ({ personId, cpf, fields }) => {
      const draft = { type: 'draft', personId, tenantId, batchId, cpf, fields } as const;
      orThrow(await handler.handle(person, personId, draft, context));
    });
    const create = { type: 'create', batchId, tenantId, personIds } as const;
    const { position } = orThrow(await handler.handle(personBatch, batchId, create, context));
    return { position, personIds };
  });
}

/** The intent's batch id: the first that was not abandoned, so that a late repeat is not locked out for good. */
async function usableId(
  { handler }: { handler: CommandHandler },
  newId: RunningCommand['newId'],
): Promise<string> {
  for (let abandoned = 0; abandoned < MAX_ABANDONED; abandoned++) {
    const batchId = newId(`person-batch:${abandoned}`);
    if ((await handler.load(personBatch, batchId)).status !== 'abandoned') return batchId;
  }
  throw new Refusal('CONCURRENT_CHANGE');
}

/** Looks before it reserves, so that a file with a known value takes none. */
async function reserveAll(
  service: ReservationParts,
  context: CommandContext,
  { batchId, values }: { batchId: string; values: readonly ValueToBe[] },
): Promise<void> {
  const { tenantId } = context;
  const { takeOverPatienceMs: patienceMs = PATIENCE_MS } = service;
  const sharing: Sharing = { sharedContacts: await sharesContacts(service, tenantId) };
  const { taken, waitedFor } = await takenValues(service, tenantId, { values, sharing, patienceMs });
  if (taken.length > 0) throw batchRefusal(inOrder(taken.map(takenError)));
  const claims = new Map<ValueToBe, Claimed>();
  const byOwner = [...Map.groupBy(values, ({ owner }) => owner)];
  await sideBySide(byOwner, AT_ONCE, async ([, theirs]) => {
    for (const value of inOrderOfClaims(theirs))
      claims.set(value, await claimed(service, context, value, { patienceMs, waitedFor }));
  });
  const lost = values.filter((value) => isLost(claims.get(value), value, sharing));
  if (lost.length > 0) {
    await giveUp(service, context, { batchId, owners: byOwner.map(([owner]) => owner) });
    throw batchRefusal(lost.map(takenError));
  }
  for (const claim of claims.values()) if (!claim.ok && claim.code !== 'taken') throw new Refusal(claim.code);
}

/** A batch that was refused holds up no other: its people can never come, and a repeat of the request makes others. */
async function giveUp(
  service: ReservationParts,
  context: CommandContext,
  { batchId, owners }: { batchId: string; owners: readonly string[] },
): Promise<void> {
  const { tenantId } = context;
  const end = (owner: string, standing: Ending['standing']) =>
    endBeforeItBegins(service, { standing, owner, tenantId }, context);
  await end(streams.personBatch(batchId), { is: 'drafted', batchId });
  await sideBySide(owners, AT_ONCE, (owner) => end(owner, { is: 'absent' }));
}

/**
 * Contacts before the CPF, as `createPerson` claims them: of two that want the same person, one has their contacts and
 * waits for nothing of the other, who waits for those and holds nothing.
 */
const inOrderOfClaims = (ofPerson: readonly ValueToBe[]): ValueToBe[] =>
  ofPerson.toSorted(
    (one, other) => Number(one.unique.field === 'cpf') - Number(other.unique.field === 'cpf'),
  );

function claimed(
  service: ReservationParts,
  context: CommandContext,
  { owner, unique, value }: ValueToBe,
  how: ClaimWait,
): Promise<Claimed> {
  if (unique.field !== 'cpf')
    return claimContact(service, context, { owner, contact: unique, value, ...how });
  const { handler, domainLog, digest, now } = service;
  const claim = { kind: 'cpf', value, owner, scope: 'tenant' } as const;
  return claimValue({ handler, domainLog, digest, now, ...how }, claim, context);
}

const isLost = (claim: Claimed | undefined, { unique }: RowValue, { sharedContacts }: Sharing): boolean =>
  claim?.ok === false && claim.code === 'taken' && (unique.field === 'cpf' || !sharedContacts);
