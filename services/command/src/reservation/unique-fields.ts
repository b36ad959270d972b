import type { ErrorCode } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandService } from '../service.ts';
import { claimValue, type Claim, type Claimed, type ClaimDependencies } from './claim-value.ts';
import { release } from './release.ts';

/** A field of an aggregate whose value belongs to one owner. */
export interface UniqueField<Name extends string> {
  kind: Claim['kind'];
  field: Name;
  whenTaken: ErrorCode;
}

/** The unique fields of an aggregate, and who holds what. */
export interface UniqueFields<Field extends UniqueField<string>> {
  fields: readonly Field[];
  scope: Claim['scope'];
  /** Whether the owner's aggregate has this value now. */
  holds: (
    service: Pick<CommandService, 'handler' | 'now'>,
    field: Field['field'],
    value: string,
  ) => (owner: string) => Promise<boolean>;
  /** What follows from a value that belongs to another. @throws Refusal unless it may be shared */
  whenTaken: (service: CommandService, context: CommandContext, field: Field) => Promise<void>;
}

type Values<Field extends UniqueField<string>> = Readonly<
  Partial<Record<Field['field'], string | undefined>>
>;

/** Claims one value for its owner, or tells that it belongs to another. */
export function claimField<Field extends UniqueField<string>>(
  { scope, holds }: UniqueFields<Field>,
  service: CommandService,
  context: CommandContext,
  {
    owner,
    field,
    value,
    ...how
  }: { owner: string; field: Field; value: string } & Pick<ClaimDependencies, 'patienceMs' | 'waitedFor'>,
): Promise<Claimed> {
  const { handler, domainLog, digest, now } = service;
  const claim = { kind: field.kind, value, owner, scope, holds: holds(service, field.field, value) };
  return claimValue({ handler, domainLog, digest, now, ...how }, claim, context);
}

/**
 * Makes what is new among the values the owner's own. What was claimed and is then not used is given up by
 * `releaseFields`, or, after a crash, taken over by the next claim.
 *
 * @throws Refusal as `whenTaken` of the fields says
 */
export async function claimFields<Field extends UniqueField<string>>(
  unique: UniqueFields<Field>,
  service: CommandService,
  context: CommandContext,
  { owner, wanted, before }: { owner: string; wanted: Values<Field>; before?: Values<Field> | undefined },
): Promise<void> {
  const patienceMs = service.dependencies.takeOverPatienceMs;
  for (const field of unique.fields) {
    const name: Field['field'] = field.field;
    const value = wanted[name];
    if (value === undefined || value === before?.[name]) continue;
    const claimed = await claimField(unique, service, context, { owner, field, value, patienceMs });
    if (claimed.ok) continue;
    if (claimed.code !== 'taken') throw new Refusal(claimed.code);
    await unique.whenTaken(service, context, field);
  }
}

/**
 * Gives up those of `values` that the owner does not have now: of a refused command, or what an edit replaced.
 * @param owners the aggregate's stream, and others that its first values may be reserved for
 */
export async function releaseFields<Field extends UniqueField<string>>(
  { fields, scope, holds }: UniqueFields<Field>,
  service: CommandService,
  context: CommandContext,
  { owners, values }: { owners: readonly [string, ...string[]]; values: Values<Field> },
): Promise<void> {
  for (const { kind, field } of fields) {
    const name: Field['field'] = field;
    const value = values[name];
    if (value === undefined || (await holds(service, name, value)(owners[0]))) continue;
    for (const owner of owners) await release(service, context, { kind, value, owner, scope });
  }
}
