import { z } from 'zod';

import { position, searchText } from '../../fields.ts';
import { MAX_PAGE_SIZE } from '../../limits.ts';
import { sentCode } from './account-shapes.ts';
import { secondFactorChallenge } from './identity-shapes.ts';

/** What many answers have in common. */

/** Every command answers with the position of its last event, to be given to queries as `min-position`. */
export const acknowledged = z.object({ position }).meta({ id: 'Acknowledged' });

/** Position of the log that the answer must have seen; waits at most 2 s, then answers with what it has. */
export const minPosition = z.object({ 'min-position': position.optional() });

export const listQuery = minPosition.extend({
  search: searchText.optional(),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    /** There are more than `total`: counting ends a thousand beyond the page. */
    totalIsAtLeast: z.boolean(),
    page: z.number().int(),
    pageSize: z.number().int(),
  });

/** RFC 9457 problem with the product's code. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    /** Beside a refusal that asks for a one-time code: where it went. */
    sentCode: sentCode.optional(),
    /** Beside SECOND_FACTOR_REQUIRED. */
    secondFactor: secondFactorChallenge.optional(),
    /** Beside TENANT_MOVED: the origin that the tenant is at now; paths and tokens of the API are the same there. */
    address: z.string().optional(),
  })
  .meta({ id: 'Problem' });
