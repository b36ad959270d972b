import type { EventType } from '@lacre/contracts';
import type { JsonObject } from '@lacre/event-store';

import type { Fact } from '../engine/projection.ts';

/** Who has to do with a process: what follow-ups need to know that later events do not repeat. */
export interface Audience {
  processId: string;
  tenantId: string;
  requesterId: string;
  participants: readonly { personId: string; documentIds: readonly string[]; group: number }[];
  /** The last group that was asked to sign: later ones know nothing of the process yet. */
  askedGroup: number;
}

/** Who did it, when that was a user. */
export const actingUser = ({ actor }: Fact['metadata']): string | undefined =>
  actor.kind === 'user' ? actor.id : undefined;

/** Something the log asks for and has no answer to yet. Ids only: never personal data. */
export interface WorkItem {
  key: string;
  tenantId: string;
  payload: JsonObject;
  /** Not published before this moment, ISO 8601; otherwise the reactor's delay after the event. */
  notBefore?: string;
}

/** Work under its key, which its payload repeats, with what it is about. */
export const workItem = (key: string, tenantId: string, about: JsonObject = {}): WorkItem => ({
  key,
  tenantId,
  payload: { key, tenantId, ...about },
});

/** What an event asks for: by itself, or by what came before it. */
export type Opening<Event> =
  | ((event: Event) => readonly WorkItem[])
  /** By requester and participants of the event's process, which was created before. */
  | { readonly byAudience: (event: Event, audience: Audience) => readonly WorkItem[] }
  /**
   * By whether the e-mail of the user who did it was changed lately, so that its former reader may take it back; never so
   * where no user did it.
   */
  | { readonly byFormerAddress: (event: Event, hasFormerAddress: boolean) => readonly WorkItem[] };

type Opens = { readonly [Type in EventType]?: Opening<Fact<Type>> };
type Closes = { readonly [Type in EventType]?: (event: Fact<Type>) => readonly string[] };

/**
 * Turns the log into open work: an event opens it, another one, written by the worker, closes it. Its kind is the
 * queue it is published on.
 */
export interface Reactor {
  readonly kind: string;
  readonly opens: Opens;
  readonly closes: Closes;
  /** Not published before this long after the event that opened it, milliseconds: it mostly closes by itself. */
  readonly delayMs?: number;
}
