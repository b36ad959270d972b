import type { RecordedEvent } from '../port.ts';

/** The target is no beginning of the source: it holds another log, or one that went on by itself. */
export class TargetIsAnotherLog extends Error {
  override readonly name = 'TargetIsAnotherLog';
  /** How many events are the same in both, from the first. */
  readonly common: number;
  /** The first event of the target that is not the source's. */
  readonly found: Pick<RecordedEvent, 'stream' | 'revision' | 'type'>;

  constructor(common: number, { stream, revision, type }: RecordedEvent) {
    super(`after ${common} events the target has ${type} (${stream} ${revision}), which the source has not`);
    this.common = common;
    this.found = { stream, revision, type };
  }
}

/** What was copied is not what is there now. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}
