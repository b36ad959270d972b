import type { DomainLog } from '@lacre/domain-log';
import { routesOver } from '@lacre/http';
import type { Attempts } from '@lacre/identity/counting';
import type { PersonalData } from '@lacre/personal-data';

import type { EventFeed } from './history/event-feed.ts';
import type { ProjectionWatch } from './reading/projection-watch.ts';
import type { ReadModels } from './reading/read-models.ts';

/** What queries answer from. */
export interface QueryContext {
  models: ReadModels;
  watch: Pick<ProjectionWatch, 'rebuilding'>;
  log: DomainLog;
  personalData: PersonalData;
  feed: EventFeed;
  /** Where the widget for Libras is; null where none is offered. */
  vlibrasUrl: string | null;
  /** Limits exports. */
  attempts: Attempts;
  now: () => Date;
}

/** An operation of this service, in the file under `routes` that is named after it. */
export const defineRoute = routesOver<QueryContext>();
