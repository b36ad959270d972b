import { tenant, tenantDomain, userAccount } from './tables/account.ts';
import { apiToken } from './tables/api-token.ts';
import { company, companyCount } from './tables/company.ts';
import { creditMovement, credits } from './tables/credits.ts';
import { download } from './tables/download.ts';
import { feedEntry, feedHead, feedMark, feedProcess } from './tables/feed.ts';
import { person, personCount } from './tables/person.ts';
import { companyProcessCount, processCount, tagCount } from './tables/process-count.ts';
import {
  processContactChange,
  processDocument,
  processParticipant,
  processSearch,
  processTable,
  processTag,
} from './tables/process.ts';
import { awaitedPerson, monthlyFigure, refusal, runningProcess } from './tables/report.ts';
import { tag } from './tables/tag.ts';
import { envelope, signerGroup, template } from './tables/template.ts';
import { tenantEvent, tenantEventHead } from './tables/tenant-event.ts';
import { totem } from './tables/totem.ts';

/** The tables of schema `read`, by the projection that fills them: the projector has one for each name. */
export const projectedTables = {
  account: [tenant, tenantDomain, userAccount],
  'api-token': [apiToken],
  company: [company, companyCount],
  person: [person, personCount],
  process: [
    processTable,
    processSearch,
    processTag,
    processDocument,
    processParticipant,
    processContactChange,
    companyProcessCount,
  ],
  'process-count': [processCount, tagCount],
  report: [runningProcess, monthlyFigure, awaitedPerson, refusal],
  tag: [tag],
  credits: [credits, creditMovement],
  download: [download],
  template: [template, envelope, signerGroup],
  feed: [feedEntry, feedHead, feedMark, feedProcess],
  'tenant-event': [tenantEvent, tenantEventHead],
  totem: [totem],
} as const;

export type ReadModelName = keyof typeof projectedTables;
/** What a query waits for: read models, and the fold of webhooks, which has a checkpoint of its own. */
export type ProjectionName = ReadModelName | 'webhook';
