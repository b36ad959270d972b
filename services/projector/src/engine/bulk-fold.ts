import type { LoggedEvent } from '@lacre/domain-log';
import type { Change } from '@lacre/read-models';

import { EARLIER_IS_PARKED, FoldFailure } from './fold-batch.ts';
import { Fold, isSweep } from './fold.ts';
import { changesOf, type Fact } from './projection.ts';
import type { Place, Target } from './target.ts';

/** An event that a target goes on without. */
interface Parked {
  event: LoggedEvent;
  error: string;
}

/**
 * A target whose tables are still empty, folded in memory from the beginning of the log on: what is not kept here does
 * not exist, so that nothing is read back and each row is written once.
 */
export class BulkFold {
  readonly target: Target;
  readonly #fold = new Fold('everything');
  readonly #parked: Parked[] = [];
  /** Streams with a parked event. */
  readonly #blocked = new Set<string>();
  /** Streams that are blocked for this target or another. */
  readonly #blockedAnywhere: Set<string>;
  /** Up to where it has folded; the checkpoint says it once the rows are written. */
  place: Place = 'start';

  /** @param blockedAnywhere shared by the targets of one build */
  constructor(target: Target, blockedAnywhere: Set<string>) {
    if (target.place !== 'start') throw new Error(`${target.id} has rows already`);
    this.target = target;
    this.#blockedAnywhere = blockedAnywhere;
  }

  get rows(): number {
    return this.#fold.size;
  }

  get outcome(): Fold['touched'] {
    return this.#fold.touched;
  }

  /** As `Fold.takeAppended`. */
  takeAppended(): ReturnType<Fold['takeAppended']> {
    return this.#fold.takeAppended();
  }

  get parked(): readonly Parked[] {
    return this.#parked;
  }

  /** One that cannot be folded is parked, and so are the later events of its stream, for this target alone. */
  fold(event: LoggedEvent, fact: Fact): void {
    if (this.#blocked.size > 0 && this.#blocked.has(event.stream)) {
      this.#parked.push({ event, error: EARLIER_IS_PARKED });
      return;
    }
    try {
      const changes = changesOf(this.target.projection, fact);
      if (changes.length > 0) this.#fold.apply(changes.some(isSweep) ? this.#swept(changes) : changes);
    } catch (error) {
      this.#blocked.add(event.stream);
      this.#blockedAnywhere.add(event.stream);
      this.#parked.push({ event, error: String(new FoldFailure(event, error)) });
    }
  }

  /** The changes with every sweep in them carried out, over rows as they are before the event. */
  #swept(changes: readonly Change[]): Change[] {
    return changes.flatMap((change) =>
      isSweep(change)
        ? this.#fold.rowsOf(change).flatMap((row) => this.#swept(change.derive(row)))
        : [change],
    );
  }
}
