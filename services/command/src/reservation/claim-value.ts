import { setTimeout as sleep } from 'node:timers/promises';

import { streams, type ErrorCode } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { derivedId, WrongExpectedRevision } from '@lacre/event-store';
import type { KeyedDigest } from '@lacre/identity';

import { metadataOf, type CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { ordered, type OrderedCommand } from '../decider/ordered-command.ts';
import { reservation, type ReservationKind } from './decide-reservation.ts';
import { standingOf, type Standing } from './owner-standing.ts';

/** How long an owner that has reserved a value may take to be created before it counts as crashed, milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 50;
/** Each that fails was lost to another. */
const MAX_ROUNDS = 10;

export interface Claim {
  kind: ReservationKind;
  /** In the form that is compared: bare CPF and CNPJ, lower-case e-mail and domain. */
  value: string;
  /** Stream of what the value will belong to. It is appended to with "no stream", so that it can be forfeited. */
  owner: string;
  /** E-mail and domain are unique in the platform, CPF and CNPJ in their tenant. */
  scope: 'platform' | 'tenant';
  /**
   * Whether an owner that exists has this value, for values that an owner may exchange for others. Without it an owner
   * that exists keeps what it reserved.
   */
  holds?: (owner: string) => Promise<boolean>;
}

export type Claimed =
  | { ok: true }
  /** `taken`: it belongs to an owner that exists. */
  | {
      ok: false;
      code:
        | 'taken'
        | Extract<ErrorCode, 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'SERVICE_UNAVAILABLE'>;
    };

/** A unique value's owner. */
export interface OwnershipParts {
  readonly handler: CommandHandler;
  readonly domainLog: DomainLog;
  readonly digest: KeyedDigest;
  readonly now: () => Date;
}

/** What unique values are claimed with. */
export interface ReservationParts extends OwnershipParts {
  /** How long the owner of a reserved value may take to be created, milliseconds. Default 5,000. */
  readonly takeOverPatienceMs?: number | undefined;
}

/** How long a claim waits. */
export interface ClaimWait {
  readonly patienceMs?: number | undefined;
  /** Owners that were given their time already. */
  readonly waitedFor?: ReadonlySet<string>;
}

type ClaimDependencies = OwnershipParts & ClaimWait;

/**
 * Makes the value belong to `owner`, or answers that it belongs to another. An owner that was removed loses it. So does
 * one that reserved it and was not created (a crash in between): its stream is closed first by OwnerForfeited, or that
 * of its batch by PersonBatchAbandoned, with "no stream", so that it can never appear, and only then the value changes
 * hands. A crash between the two leaves a forfeited owner, which the next claim finds.
 */
export async function claimValue(
  dependencies: ClaimDependencies,
  claim: Claim,
  context: CommandContext,
): Promise<Claimed> {
  const { handler } = dependencies;
  const { kind, owner } = claim;
  const { tenantId } = context;
  const scope = claim.scope === 'tenant' ? tenantId : undefined;
  const id = reservationId(dependencies.digest, kind, scope, claim.value);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const reserved = await handler.handle(
      reservation,
      id,
      { type: 'reserve', kind, tenantId, owner },
      context,
    );
    if (!reserved.ok && reserved.code !== 'CONCURRENT_CHANGE') return failed(reserved.code);
    const state = reserved.ok ? reserved.state : await handler.load(reservation, id);
    if (state.status === 'free') {
      // Reserved by this intent and given up since: a repeat makes nothing of it.
      if (reserved.ok) return failed('CONCURRENT_CHANGE');
      // Given up between the two reads.
      continue;
    }
    if (state.owner === owner) return { ok: true };
    const isFree =
      (await hasEnded(dependencies, state, context)) ||
      (await hasLetGo(dependencies, claim.holds, state.owner));
    if (!isFree) return { ok: false, code: 'taken' };
    const taken = await handler.handle(
      reservation,
      id,
      { type: 'takeOver', kind, tenantId, owner, from: state.owner },
      { ...context, key: `${context.key}:take-over-from:${state.owner}` },
    );
    if (taken.ok) return { ok: true };
    if (taken.code !== 'CONCURRENT_CHANGE') return failed(taken.code);
  }
  return failed('CONCURRENT_CHANGE');
}

/** The claim of a value that is free, as a command beside others. */
export const firstClaim = (
  { digest }: Pick<OwnershipParts, 'digest'>,
  tenantId: string,
  { kind, value, owner, scope }: Omit<Claim, 'holds'>,
): OrderedCommand =>
  ordered(reservation, reservationId(digest, kind, scope === 'tenant' ? tenantId : undefined, value), {
    type: 'reserve',
    kind,
    tenantId,
    owner,
  });

/** Id of the reservation that a value has, in a tenant or (undefined) in the platform. */
export const reservationId = (
  digest: KeyedDigest,
  kind: ReservationKind,
  tenantId: string | undefined,
  value: string,
): string => `${kind}-${digest(kind, tenantId ?? '*', value)}`;

/**
 * Whether an owner that exists reserved the value for a change that it never made, or made another since: the process
 * that was about to died in between. One that still does not have it after the wait is not coming.
 */
async function hasLetGo(
  { patienceMs = PATIENCE_MS }: ClaimDependencies,
  holds: Claim['holds'],
  owner: string,
): Promise<boolean> {
  if (holds === undefined) return false;
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    if (await holds(owner)) return false;
    if (waitedMs >= patienceMs) return true;
    await sleep(LOOK_AGAIN_MS);
  }
}

function failed(code: ErrorCode): Claimed {
  if (code === 'IDEMPOTENCY_KEY_REUSED' || code === 'SERVICE_UNAVAILABLE') return { ok: false, code };
  return { ok: false, code: 'CONCURRENT_CHANGE' };
}

/** Whether the owner is gone, or can never be created. One that is still on its way after the wait is ended. */
async function hasEnded(
  dependencies: ClaimDependencies,
  { owner, tenantId }: { owner: string; tenantId: string },
  context: CommandContext,
): Promise<boolean> {
  const { domainLog, waitedFor } = dependencies;
  const patienceMs = waitedFor?.has(owner) === true ? 0 : (dependencies.patienceMs ?? PATIENCE_MS);
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const standing = await standingOf(domainLog, owner);
    if (standing.is === 'ended') return true;
    if (standing.is === 'there') return false;
    if (waitedMs >= patienceMs)
      return endBeforeItBegins(dependencies, { standing, owner, tenantId }, context);
    await sleep(LOOK_AGAIN_MS);
  }
}

export interface Ending {
  standing: Extract<Standing, { is: 'absent' | 'drafted' }>;
  owner: string;
  tenantId: string;
}

/**
 * Keeps an owner from ever coming to be, by the first event of a stream that its coming needs empty: what it reserved is
 * for the next claim at once. @returns whether it can never come
 */
export async function endBeforeItBegins(
  { domainLog, now }: Pick<OwnershipParts, 'domainLog' | 'now'>,
  { standing, owner, tenantId }: Ending,
  context: CommandContext,
): Promise<boolean> {
  const { requestHash: _ofTheClaimant, client: _client, ...rest } = context;
  const metadata = metadataOf({ ...rest, tenantId, actor: { kind: 'system', name: 'command' } }, now());
  const idIn = (stream: string): string => derivedId('forfeited', stream);
  const onlyWithoutStream = { expected: 'noStream' } as const;
  try {
    // Commit point: from here on the owner's own append, which expects no stream, fails for good.
    if (standing.is === 'absent') {
      const stream = streams.owner(owner);
      const data = { owner, tenantId };
      const forfeited = { id: idIn(stream), type: 'OwnerForfeited', data, metadata } as const;
      await domainLog.append(stream, [forfeited], onlyWithoutStream);
    } else {
      const { batchId } = standing;
      const stream = streams.personBatch(batchId);
      const data = { batchId, tenantId };
      const abandoned = { id: idIn(stream), type: 'PersonBatchAbandoned', data, metadata } as const;
      await domainLog.append(stream, [abandoned], onlyWithoutStream);
    }
    return true;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    return (await standingOf(domainLog, owner)).is === 'ended';
  }
}
