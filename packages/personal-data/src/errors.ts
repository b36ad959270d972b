import type { RecordedEvent } from '@lacre/event-store';

/**
 * Personal data of an event cannot be read although it was not erased: it was changed, moved or taken away, or a key
 * was lost. Never taken for an erasure.
 */
export class PersonalDataDamaged extends Error {
  readonly stream: string;
  readonly revision: bigint;

  constructor({ stream, revision, id }: Pick<RecordedEvent, 'stream' | 'revision' | 'id'>, reason: string) {
    super(`personal data of event ${id} at ${stream}/${revision} is damaged: ${reason}`);
    this.name = 'PersonalDataDamaged';
    this.stream = stream;
    this.revision = revision;
  }
}

/** An event that is not what its type says: nothing of its append was written. Names the place, and no value. */
export class MalformedEvent extends Error {
  constructor(type: string, { in: part, path }: { in: string; path: string }) {
    super(`${type} is not as its type says: ${part} ${path}`);
    this.name = 'MalformedEvent';
  }
}
