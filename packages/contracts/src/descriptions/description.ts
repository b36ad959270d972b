import type { HistoryKind } from './record-words.ts';

/**
 * Who sees a fact: members (all users of the tenant), stewards (administrators and managers), company (users who reach the
 * company it is about) or requester (the user who asked for something, alone).
 */
export type FeedReach = 'members' | 'stewards' | 'company' | 'requester';

/** What the feed and webhooks call an event. */
export interface FeedPlace {
  /** Stable name with the version of its data: another shape is another version. */
  type: `${string}.v${number}`;
  reach: FeedReach;
  /** When it happens, in Portuguese: the description in OpenAPI. */
  summary: string;
}

/** Icons by their names at lucide.dev. */
type TimelineIcon =
  | 'ban'
  | 'book-open-check'
  | 'bell-ring'
  | 'calendar-plus'
  | 'calendar-x'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-x'
  | 'eye'
  | 'file-plus'
  | 'pen-line'
  | 'stamp'
  | 'user-round-check'
  | 'user-round-pen'
  | 'user-round-plus'
  | 'users';

/** How the timeline of a process shows an event. */
export interface TimelinePlace {
  /** Its name in answers of the API. */
  action: string;
  icon: TimelineIcon;
  tone: 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info';
  /** Whether the validation page of a sealed file shows it too. */
  public: boolean;
  /** Of the act of a participant, after their name: `assinou`. */
  act?: string;
  /** It follows by the rules: the event names who acted last, who did not decide it. */
  byRule?: true;
}

/** How the history of the tenant is filtered for an event, and what it says after who did it: `Criou um processo`. */
type HistoryPlace = readonly [kind: HistoryKind, words: string];

/** What people read of an event, in Portuguese: of some no more than the history of their tenant says. */
export type EventDescription =
  | { history: HistoryPlace; title?: never; feed?: never }
  | {
      /** What happened, standing alone: `Processo criado`. */
      title: string;
      /** Absent: it does not stand there. */
      history?: HistoryPlace;
      /** Absent: not in the feed. Webhooks get all but what its requester alone sees. */
      feed?: FeedPlace;
    };

export interface ProcessEventDescription {
  title: string;
  history?: HistoryPlace;
  feed?: FeedPlace;
  /** Absent: how the account keeps order among its processes is no part of what happened. */
  timeline?: TimelinePlace;
  /** On evidence pages, where they say it otherwise than the title. */
  evidence?: string;
}
