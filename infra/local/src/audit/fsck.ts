import type { RecordedEvent } from '@lacre/event-store';

import { blobsMatchHashes } from './checks/blobs.ts';
import { creditsBalance } from './checks/credits.ts';
import { logIsContiguous } from './checks/log.ts';
import { readModelsFollowLog } from './checks/read-models.ts';
import { sealsVerify } from './checks/seals.ts';
import type { Installation } from './open-installation.ts';

/** Something that does not fit, and where. */
export interface Problem {
  check: string;
  /** Stream, blob or row. */
  where: string;
  what: string;
}

/** What one check looked at, and what it found. */
export interface CheckResult {
  /** How many things were looked at, and what they are called. */
  looked: string;
  problems: readonly Omit<Problem, 'check'>[];
}

/** What a check is given: the installation, and its whole log, read anew. */
export interface Audited extends Installation {
  events: () => AsyncIterable<RecordedEvent>;
}

export type Check = (audited: Audited) => Promise<CheckResult>;

/** Each a promise of the product, checked against what is stored. */
export const CHECKS = {
  log: logIsContiguous,
  'read-models': readModelsFollowLog,
  blobs: blobsMatchHashes,
  seals: sealsVerify,
  credits: creditsBalance,
} as const satisfies Record<string, Check>;
export type CheckName = keyof typeof CHECKS;

export const isCheckName = (text: string): text is CheckName => Object.hasOwn(CHECKS, text);

const PAGE_EVENTS = 1000;

/**
 * Reads the log, the read models, the files and the seals again, and names what does not fit together.
 *
 * @param onChecked told of each check as it ends
 */
export async function fsck(
  installation: Installation,
  names: readonly CheckName[] = Object.keys(CHECKS).filter(isCheckName),
  onChecked: (name: CheckName, result: CheckResult) => void = () => {},
): Promise<Problem[]> {
  const audited: Audited = { ...installation, events: () => wholeLog(installation) };
  const problems: Problem[] = [];
  for (const name of names) {
    const result = await CHECKS[name](audited);
    onChecked(name, result);
    for (const { where, what } of result.problems) problems.push({ check: name, where, what });
  }
  return problems;
}

/** Every event, read in pages, so that a log of any length goes through little memory. */
export async function* wholeLog({ eventStore }: Installation): AsyncGenerator<RecordedEvent> {
  let after: RecordedEvent['position'] | 'start' = 'start';
  for (;;) {
    let count = 0;
    for await (const event of eventStore.readAll({ after, limit: PAGE_EVENTS })) {
      after = event.position;
      count += 1;
      yield event;
    }
    if (count < PAGE_EVENTS) return;
  }
}
