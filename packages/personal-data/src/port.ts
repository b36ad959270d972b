import type { SubjectKey } from './subject-key.ts';

/** What is known of a subject's key: itself, or that it was destroyed, for good. */
export type KnownKey = SubjectKey | 'erased';

/**
 * One key for each person and user whose data stands in the log. Ids are lower-case UUIDs. Destroying a key erases what
 * was encrypted with it, in the log and in every copy of the log.
 */
export interface PersonalDataKeys {
  /**
   * Keys to write with; a subject without one gets one. Before it resolves, new keys survive whatever an append after
   * it survives: an append that then fails leaves keys without data, no more.
   *
   * @throws EventStoreUnavailable when the keys cannot be reached.
   */
  forWriting(subjects: readonly string[]): Promise<ReadonlyMap<string, KnownKey>>;

  /**
   * Keys to read with. An id without a key, which was never destroyed either, is absent from the answer: it was
   * lost, and a caller that needs it must fail.
   *
   * @throws EventStoreUnavailable when the keys cannot be reached.
   */
  forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KnownKey>>;

  /** As `forReading`, from this process's cache; undefined on a miss. */
  known(subject: string): KnownKey | undefined;

  /** Whether the subject is known here to be erased. Never taken back. */
  isErased(subject: string): boolean;

  /** Whether any is. */
  readonly someErased: boolean;

  /** The log says that the subject is erased: from here on this process reads nothing of theirs. */
  noteErased(subject: string): void;

  /**
   * Destroys the subject's key, for good, whether there was one or not. Commit point of an erasure's effect on the log:
   * once it resolves, no process that asks gets the key; those that cache it drop it when notified, and when
   * they cannot be notified, within the life of what they hold.
   */
  destroy(subject: string): Promise<void>;

  /**
   * Calls `listener` for each erased subject, so that nothing cached of them is kept.
   *
   * @returns how to stop it.
   */
  onErased(listener: (subjects: readonly string[]) => void): () => void;

  close(): Promise<void>;
}

/** A subject, and a stream that mentions them. */
export interface Mention {
  subject: string;
  stream: string;
}

export interface MentionDifferences {
  /** How many there are to be. */
  expected: number;
  /** The log speaks of them there, and the index does not say so: an export would leave it out. */
  missing: readonly Mention[];
  /** The index says so, and the log does not. */
  extra: readonly Mention[];
}

/** Where the log speaks of whom. */
export interface Mentions {
  /** Every stream with an event that concerns the subject, of all events recorded before the call; sorted by name. */
  streamsOf(subject: string): Promise<string[]>;

  /**
   * Of these streams, those with an event that concerns any of the subjects, of all events recorded before the call.
   */
  among(streams: readonly string[], subjects: readonly string[]): Promise<string[]>;

  /** Where the index says something else than the log, as far as it has come. Reads all of that; changes nothing. */
  differences(): Promise<MentionDifferences>;

  /** Keeps the index up with the log until `signal` aborts, so that questions are short; what fails is tried again. */
  follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void>;
}

/** What the product knows of personal data in its log. */
export interface PersonalData {
  keys: PersonalDataKeys;
  mentions: Mentions;
}
