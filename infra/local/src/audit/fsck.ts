import { BlobStoreUnavailable } from '@lacre/blob-store';
import { soundEvent, type LoggedEvent } from '@lacre/domain-log';
import { EventStoreUnavailable, type RecordedEvent } from '@lacre/event-store';

import { CHECK_NAMES, type CheckName } from './check-names.ts';
import type { Audited, Check, CheckResult, Problem } from './check.ts';
import { blobsMatchHashes } from './checks/blobs.ts';
import { creditsBalance } from './checks/credits.ts';
import { indexesFollowLog } from './checks/indexes.ts';
import { installationIsOne } from './checks/installation.ts';
import { keysFollowLog } from './checks/keys.ts';
import { logIsContiguous } from './checks/log.ts';
import { readModelsFollowLog } from './checks/read-models.ts';
import { certificatesAreKept } from './checks/seal-keys.ts';
import { sealsVerify } from './checks/seals.ts';
import { placeOf, type Installation } from './open-installation.ts';

/** Each a promise of the product, checked against what is stored. */
const CHECKS = {
  installation: installationIsOne,
  log: logIsContiguous,
  'read-models': readModelsFollowLog,
  indexes: indexesFollowLog,
  keys: keysFollowLog,
  blobs: blobsMatchHashes,
  'seal-keys': certificatesAreKept,
  seals: sealsVerify,
  credits: creditsBalance,
} as const satisfies Record<CheckName, Check>;

const PAGE_EVENTS = 1000;

/**
 * Reads the log, the read models, the files and the seals again, and names what does not fit together.
 *
 * @param onChecked told of each check as it ends
 * @param options.whole whether files and seals that an earlier run read and found whole are read again too
 */
export async function fsck(
  installation: Installation,
  names: readonly CheckName[] = CHECK_NAMES,
  onChecked: (name: CheckName, result: CheckResult) => void = () => {},
  { whole = true }: { whole?: boolean } = {},
): Promise<Problem[]> {
  const unread = new Set<string>();
  const audited: Audited = {
    ...installation,
    whole,
    events: () => wholeLog(installation),
    facts: () => factsIn(wholeLog(installation), unread),
  };
  const problems: Problem[] = [];
  const note = (name: CheckName, result: CheckResult): void => {
    onChecked(name, result);
    for (const { where, what } of result.problems) problems.push({ check: name, where, what });
  };
  for (const name of names) note(name, await checked(name, audited));
  for (const place of installation.damaged.keys()) unread.add(place);
  // What the others had to pass over is never passed over in silence.
  if (unread.size > 0 && !problems.some(({ check }) => check === 'log'))
    note('log', await checked('log', audited));
  return problems;
}

/** A check that cannot go on, because of what it met, is one that found something. */
async function checked(name: CheckName, audited: Audited): Promise<CheckResult> {
  try {
    return await CHECKS[name](audited);
  } catch (error) {
    // Of what cannot be asked nothing is known.
    if (error instanceof EventStoreUnavailable || error instanceof BlobStoreUnavailable) throw error;
    const what = `a verificação não pôde ir até o fim: ${error instanceof Error ? error.message : String(error)}`;
    return { looked: 'interrompida', problems: [{ where: name, what }] };
  }
}

async function* factsIn(
  events: AsyncIterable<RecordedEvent>,
  unread: Set<string>,
): AsyncGenerator<LoggedEvent> {
  for await (const recorded of events) {
    const event = soundEvent(recorded);
    if (event === undefined) unread.add(placeOf(recorded));
    else yield event;
  }
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
