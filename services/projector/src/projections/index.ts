import type { Projection } from '../engine/projection.ts';
import { accountProjection } from './account.ts';
import { apiTokenProjection } from './api-token.ts';
import { companyProjection } from './company.ts';
import { creditsProjection } from './credits.ts';
import { downloadProjection } from './download.ts';
import { feedProjection } from './feed.ts';
import { personProjection } from './person.ts';
import { processProjection } from './process.ts';
import { tagProjection } from './tag.ts';
import { templateProjection } from './template.ts';
import { tenantEventProjection } from './tenant-event.ts';
import { totemProjection } from './totem.ts';

/** Every read model. */
export const readModels: readonly Projection[] = [
  accountProjection,
  apiTokenProjection,
  companyProjection,
  personProjection,
  processProjection,
  tagProjection,
  creditsProjection,
  downloadProjection,
  templateProjection,
  feedProjection,
  tenantEventProjection,
  totemProjection,
];
