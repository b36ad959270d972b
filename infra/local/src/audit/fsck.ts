import { BlobStoreUnavailable } from '@lacre/blob-store';
import { soundEvent, type LoggedEvent } from '@lacre/domain-log';
import { EventStoreUnavailable, type RecordedEvent } from '@lacre/event-store';

import { CHECK_NAMES, type CheckName } from './check-names.ts';
import type { Audited, BegunCheck, Check, CheckResult, Problem } from './check.ts';
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

/** Called as checks go on. */
export interface FsckProgress {
  /** How many events were read so far. */
  onRead?: (events: number) => void;
  /** As a check ends. */
  onChecked?: (name: CheckName, result: CheckResult) => void;
}

/**
 * Reads the log, the read models, the files and the seals again, and names what does not fit together.
 *
 * @param options.whole whether files and seals that an earlier run read and found whole are read again too
 */
export async function fsck(
  installation: Installation,
  names: readonly CheckName[] = CHECK_NAMES,
  { onRead = () => {}, onChecked = () => {} }: FsckProgress = {},
  { whole = true }: { whole?: boolean } = {},
): Promise<Problem[]> {
  const audited: Audited = { ...installation, whole };
  const unread = new Set<string>();
  const problems: Problem[] = [];
  const run = async (checks: readonly CheckName[]): Promise<void> => {
    const begun = new Map<CheckName, RunningCheck>();
    for (const name of checks) begun.set(name, await RunningCheck.begin(name, audited));
    await readFor([...begun.values()], installation, { unread, onRead });
    for (const [name, check] of begun) {
      const result = await check.end();
      onChecked(name, result);
      for (const { where, what } of result.problems) problems.push({ check: name, where, what });
    }
  };
  await run(names);
  for (const place of installation.damaged.keys()) unread.add(place);
  // What the others had to pass over is never passed over in silence.
  if (unread.size > 0 && !problems.some(({ check }) => check === 'log')) await run(['log']);
  return problems;
}

/** Reads the log once, for all checks that want it. */
async function readFor(
  checks: readonly RunningCheck[],
  installation: Installation,
  { unread, onRead }: { unread: Set<string>; onRead: (events: number) => void },
): Promise<void> {
  if (!checks.some((check) => check.readsLog)) return;
  let count = 0;
  try {
    for await (const recorded of wholeLog(installation)) {
      count += 1;
      if (count % PAGE_EVENTS === 0) onRead(count);
      const event = soundEvent(recorded);
      if (event === undefined) unread.add(placeOf(recorded));
      for (const check of checks) check.enter(recorded, event);
    }
  } catch (error) {
    for (const check of checks) check.interrupt(error);
  }
}

/** A check that cannot go on, because of what it met, is one that found something. */
class RunningCheck {
  readonly #name: CheckName;
  readonly #begun: BegunCheck | undefined;
  #interrupted: CheckResult | undefined;

  private constructor(name: CheckName, begun: BegunCheck | undefined) {
    this.#name = name;
    this.#begun = begun;
  }

  static async begin(name: CheckName, audited: Audited): Promise<RunningCheck> {
    try {
      return new RunningCheck(name, await CHECKS[name](audited));
    } catch (error) {
      const check = new RunningCheck(name, undefined);
      check.#stop(error);
      return check;
    }
  }

  get readsLog(): boolean {
    return this.#begun?.enterStored !== undefined || this.#begun?.enter !== undefined;
  }

  enter(recorded: RecordedEvent, event: LoggedEvent | undefined): void {
    if (this.#interrupted !== undefined) return;
    try {
      this.#begun?.enterStored?.(recorded);
      if (event !== undefined) this.#begun?.enter?.(event);
    } catch (error) {
      this.#stop(error);
    }
  }

  /** The log could not be read to its end: nothing that rests on all of it can be said. */
  interrupt(error: unknown): void {
    if (this.readsLog) this.#stop(error);
  }

  async end(): Promise<CheckResult> {
    try {
      return this.#interrupted ?? (await this.#begun?.end()) ?? { looked: 'interrompida', problems: [] };
    } catch (error) {
      return this.#stop(error);
    }
  }

  #stop(error: unknown): CheckResult {
    // Of what cannot be asked nothing is known.
    if (error instanceof EventStoreUnavailable || error instanceof BlobStoreUnavailable) throw error;
    const what = `a verificação não pôde ir até o fim: ${error instanceof Error ? error.message : String(error)}`;
    return (this.#interrupted ??= { looked: 'interrompida', problems: [{ where: this.#name, what }] });
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
