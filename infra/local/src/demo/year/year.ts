import type { EventStore } from '@lacre/event-store';

import { YearPlay } from './play-year.ts';
import { YearServices, type YearParts } from './year-services.ts';
import { yearBegins, yearUpTo } from './year-story.ts';

/** Of the installation itself, in a log that is new. */
const OWN_STREAM = 'installation';

async function isNew(eventStore: EventStore): Promise<boolean> {
  for await (const { stream } of eventStore.readAll({ after: 'start', limit: 100 }))
    if (stream !== OWN_STREAM) return false;
  return true;
}

/** A year that can be played into the log. */
export interface OpenedYear {
  /** Puts the year's facts into the log. `signal` ends it between two acts: what is there by then is whole. */
  play(signal: AbortSignal): Promise<void>;
}

/**
 * Opens the year of the demonstration, if the log is new: the services as of its first day, and with them the local
 * authority, whose certificates begin on that day. Nothing is played into a log that holds anything.
 */
export async function openYear(parts: YearParts): Promise<OpenedYear | undefined> {
  const { eventStore, secrets } = parts.foundation;
  if (!(await isNew(eventStore))) return undefined;
  const today = new Date();
  const services = await YearServices.open(parts, yearBegins(today));
  return {
    play: async (signal) => {
      try {
        const year = new YearPlay(services);
        await year.begin({ eventStore: services.log, digestKey: secrets.digestKey[0] });
        await year.play(yearUpTo(today), today, signal);
      } finally {
        await services.close();
      }
    },
  };
}
