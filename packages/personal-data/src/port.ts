import type { SubjectKey } from './subject-key.ts';

/** What is known of a subject's key: itself, or that it was destroyed, for good. */
export type KnownKey = SubjectKey | 'erased';

/** An append, as far as keys are concerned. */
export interface Mention {
  stream: string;
  /** Whose data is written: they get a key if they have none. */
  keysFor: readonly string[];
  /** Everybody the events concern, those of `keysFor` among them. */
  concerns: Iterable<string>;
}

/**
 * One key for each person and user whose data stands in the log, and where it stands. Ids are lower-case UUIDs.
 * Destroying a key erases what was encrypted with it, in the log and in every copy of the log.
 */
export interface PersonalDataKeys {
  /**
   * Keys to write with. Before it resolves, new keys survive whatever the append will survive, and `streamsOf` knows
   * of the stream: an append that then fails leaves a key without data and a stream named in vain, no more.
   *
   * @throws EventStoreUnavailable when the keys cannot be reached.
   */
  forWriting(mention: Mention): Promise<ReadonlyMap<string, KnownKey>>;

  /**
   * Keys to read with. An id without a key, which was never destroyed either, is absent from the answer: whoever needs
   * it must fail, for it was lost.
   *
   * @throws EventStoreUnavailable when the keys cannot be reached.
   */
  forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KnownKey>>;

  /** As `forReading`, as far as this process can tell without asking anybody; undefined when it has to ask. */
  known(subject: string): KnownKey | undefined;

  /** Whether the subject is known here to be erased. Never taken back. */
  isErased(subject: string): boolean;

  /** Whether anybody is. */
  readonly someErased: boolean;

  /** The log says that the subject is erased: from here on this process reads nothing of theirs. */
  noteErased(subject: string): void;

  /**
   * Destroys the subject's key, for good, whether there was one or not. Commit point of an erasure's effect on the log:
   * once it resolves, no process that asks gets the key; those that hold it drop it as soon as they are told, and when
   * they cannot be told, within the life of what they hold.
   */
  destroy(subject: string): Promise<void>;

  /** Every stream that concerns the subject, by name; perhaps some whose append failed. Complete. */
  streamsOf(subject: string): Promise<string[]>;

  /**
   * Calls `listener` whenever somebody is found to be erased, so that nothing read before is kept any longer.
   *
   * @returns how to stop it.
   */
  onErased(listener: () => void): () => void;

  close(): Promise<void>;
}
