import type { ErrorCode } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import { claimValue, type Claim, type ReservationParts } from './claim-value.ts';

/** Makes a value belong to its owner. @throws Refusal `whenTaken` when it belongs to another that exists. */
export async function claim(
  service: ReservationParts,
  context: CommandContext,
  whenTaken: ErrorCode,
  value: Claim,
): Promise<void> {
  const { handler, domainLog, digest, now, takeOverPatienceMs: patienceMs } = service;
  const claimed = await claimValue({ handler, domainLog, digest, now, patienceMs }, value, context);
  if (!claimed.ok) throw new Refusal(claimed.code === 'taken' ? whenTaken : claimed.code);
}
