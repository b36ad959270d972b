import { createHash } from 'node:crypto';

import type { RecordedEvent } from '../port.ts';

/** What two logs with the same events in the same order share, wherever each keeps them. */
export interface LogFigures {
  events: number;
  streams: number;
  /** SHA-256 over `factText` of every event, in the log's order. */
  sha256: string;
}

/** All of an event but its position, which is the log's own: equal texts are equal facts. */
export function factText({ id, type, data, metadata, stream, revision, recordedAt }: RecordedEvent): string {
  return JSON.stringify([stream, String(revision), id, type, recordedAt, data, metadata]);
}

export class LogDigest {
  readonly #hash = createHash('sha256');
  readonly #streams = new Set<string>();
  #events = 0;

  add(event: RecordedEvent): void {
    this.#hash.update(factText(event)).update('\n');
    this.#streams.add(event.stream);
    this.#events += 1;
  }

  figures(): LogFigures {
    return { events: this.#events, streams: this.#streams.size, sha256: this.#hash.copy().digest('hex') };
  }
}
