import type { RecordedEvent } from '@lacre/event-store';
import type { ForeignEvent } from '@lacre/event-store/kurrentdb';

/** Events that the product did not write, in its streams on a server that others write to as well. */
export class PassedOver {
  readonly #events = new Map<string, ForeignEvent>();
  readonly #firstIn = new Map<string, ForeignEvent>();

  /** As often as a reader comes by it; in the order of the log. */
  note(event: ForeignEvent): void {
    const { stream, revision } = event;
    this.#events.set(`${revision} ${stream}`, event);
    if (!this.#firstIn.has(stream)) this.#firstIn.set(stream, event);
  }

  /** Each once, in the order of the log. */
  events(): readonly ForeignEvent[] {
    return [...this.#events.values()];
  }

  /** The one that this fact comes after in its stream: without it the stream would have a gap. */
  before({ stream, revision }: RecordedEvent): ForeignEvent | undefined {
    const first = this.#firstIn.get(stream);
    return first !== undefined && first.revision < revision ? first : undefined;
  }
}
