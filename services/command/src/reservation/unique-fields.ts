import type { ErrorCode } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { KeyedDigest } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { OrderedCommand } from '../decider/ordered-command.ts';
import {
  claimValue,
  firstClaim,
  reservationId,
  type Claim,
  type Claimed,
  type ClaimWait,
  type OwnershipParts,
  type ReservationParts,
} from './claim-value.ts';
import { reservation } from './decide-reservation.ts';
import { release } from './release.ts';

/** What unique values are given up with. */
export interface ReleaseParts {
  readonly handler: CommandHandler;
  readonly digest: KeyedDigest;
  readonly now: () => Date;
}

/** A field of an aggregate whose value, or each of whose values, belongs to one owner. */
export interface UniqueField<Name extends string> {
  kind: Claim['kind'];
  field: Name;
  whenTaken: ErrorCode;
}

/** A value of a unique field, and where in a request it stands. */
export interface PlacedValue<Field> {
  unique: Field;
  /** `email`, `emails.1`. */
  path: string;
  value: string;
}

/** The unique fields of an aggregate, and who holds what. */
export interface UniqueFields<Field extends UniqueField<string>> {
  fields: readonly Field[];
  scope: Claim['scope'];
  /** Whether the owner's aggregate has this value now, in any field of its kind. */
  holds: (
    service: { handler: CommandHandler; now: () => Date },
    kind: Field['kind'],
    value: string,
  ) => (owner: string) => Promise<boolean>;
  /** What follows from a value that belongs to another. @throws Refusal unless it may be shared */
  whenTaken: (
    service: { handler: CommandHandler },
    context: CommandContext,
    taken: PlacedValue<Field>,
  ) => Promise<void>;
}

type Values<Field extends UniqueField<string>> = Readonly<
  Partial<Record<Field['field'], string | readonly string[] | undefined>>
>;

/** Every value of the unique fields, in the order of the fields. */
export const placedValues = <Field extends UniqueField<string>>(
  fields: readonly Field[],
  values: Values<Field>,
): PlacedValue<Field>[] =>
  fields.flatMap((unique): PlacedValue<Field>[] => {
    const name: Field['field'] = unique.field;
    const found = values[name];
    if (found === undefined) return [];
    if (typeof found === 'string') return [{ unique, path: name, value: found }];
    return found.map((value, index) => ({ unique, path: `${name}.${index}`, value }));
  });

/** One key for a value, in whichever field of its kind it stands. */
export const valueKey = ({
  unique: { kind },
  value,
}: Pick<PlacedValue<{ kind: Claim['kind'] }>, 'unique' | 'value'>): string => `${kind}:${value}`;

/** Claims one value for its owner, or refuses because it belongs to another. */
export function claimField<Field extends UniqueField<string>>(
  { scope, holds }: UniqueFields<Field>,
  service: ReservationParts,
  context: CommandContext,
  { owner, field: { kind }, value, ...how }: { owner: string; field: Field; value: string } & ClaimWait,
): Promise<Claimed> {
  const { handler, domainLog, digest, now } = service;
  const claim = { kind, value, owner, scope, holds: holds(service, kind, value) };
  return claimValue({ handler, domainLog, digest, now, ...how }, claim, context);
}

/** Reads whose the values are, all at once, for a claim that follows. */
export async function lookAtFields<Field extends UniqueField<string>>(
  { fields, scope }: Pick<UniqueFields<Field>, 'fields' | 'scope'>,
  { handler, digest }: Pick<OwnershipParts, 'handler' | 'digest'>,
  tenantId: string,
  wanted: Values<Field>,
): Promise<void> {
  const within = scope === 'tenant' ? tenantId : undefined;
  const ids = placedValues(fields, wanted).map(({ unique: { kind }, value }) =>
    reservationId(digest, kind, within, value),
  );
  await Promise.all(ids.map((id) => handler.load(reservation, id)));
}

/** The first claims of the values, for `CommandHandler.handleInOrder`: of an owner that is not there yet. */
export function firstClaims<Field extends UniqueField<string>>(
  { fields, scope }: Pick<UniqueFields<Field>, 'fields' | 'scope'>,
  service: Pick<OwnershipParts, 'digest'>,
  tenantId: string,
  { owner, wanted }: { owner: string; wanted: Values<Field> },
): OrderedCommand[] {
  return placedValues(fields, wanted).map(({ unique: { kind }, value }) =>
    firstClaim(service, tenantId, { kind, value, owner, scope }),
  );
}

/**
 * Makes what is new among the values the owner's own. What was claimed and is then not used is given up by
 * `releaseFields`, or, after a crash, taken over by the next claim.
 *
 * @throws Refusal as `whenTaken` of the fields says
 */
export async function claimFields<Field extends UniqueField<string>>(
  unique: UniqueFields<Field>,
  service: ReservationParts,
  context: CommandContext,
  { owner, wanted, before }: { owner: string; wanted: Values<Field>; before?: Values<Field> | undefined },
): Promise<void> {
  const patienceMs = service.takeOverPatienceMs;
  const had = before === undefined ? [] : placedValues(unique.fields, before);
  const own = new Set(had.map(valueKey));
  for (const each of placedValues(unique.fields, wanted)) {
    if (own.has(valueKey(each))) continue;
    const { unique: field, value } = each;
    const claimed = await claimField(unique, service, context, { owner, field, value, patienceMs });
    if (claimed.ok) continue;
    if (claimed.code !== 'taken') throw new Refusal(claimed.code);
    await unique.whenTaken(service, context, each);
  }
}

/**
 * Gives up those of `values` that the owner does not have now: of a refused command, or what an edit replaced.
 * @param owners the aggregate's stream, and others that its first values may be reserved for
 */
export async function releaseFields<Field extends UniqueField<string>>(
  { fields, scope, holds }: UniqueFields<Field>,
  service: ReleaseParts,
  context: CommandContext,
  { owners, values }: { owners: readonly [string, ...string[]]; values: Values<Field> },
): Promise<void> {
  for (const { unique, value } of placedValues(fields, values)) {
    const { kind } = unique;
    if (await holds(service, kind, value)(owners[0])) continue;
    for (const owner of owners) await release(service, context, { kind, value, owner, scope });
  }
}
