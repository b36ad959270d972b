import type { ReadModelName } from '@lacre/read-models';

import type { Projection } from '../engine/projection.ts';
import { accountProjection } from './account.ts';
import { apiTokenProjection } from './api-token.ts';
import { companyProjection } from './company.ts';
import { creditsProjection } from './credits.ts';
import { downloadProjection } from './download.ts';
import { feedProjection } from './feed.ts';
import { personProjection } from './person.ts';
import { processCountProjection } from './process-count.ts';
import { processProjection } from './process.ts';
import { reportProjection } from './report.ts';
import { tagProjection } from './tag.ts';
import { templateProjection } from './template.ts';
import { tenantEventProjection } from './tenant-event.ts';
import { totemProjection } from './totem.ts';

const byName: { readonly [Name in ReadModelName]: Projection & { name: Name } } = {
  account: accountProjection,
  'api-token': apiTokenProjection,
  company: companyProjection,
  person: personProjection,
  process: processProjection,
  'process-count': processCountProjection,
  report: reportProjection,
  tag: tagProjection,
  credits: creditsProjection,
  download: downloadProjection,
  template: templateProjection,
  feed: feedProjection,
  'tenant-event': tenantEventProjection,
  totem: totemProjection,
};

/** Every read model. */
export const readModels: readonly Projection[] = Object.values(byName);
