import { defineRoute } from '../../define-route.ts';
import { linePage, resolvedLines } from '../../views/security-lines.ts';

/** No fact of the product, and so of no projection: lines that services wrote beside the log. */
export const route = defineRoute('securityEvents', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: undefined, projections: [] };
  return models.ofCaller(principal, freshness, async (db) => {
    const asked = await resolvedLines(db, principal.tenantId, query);
    return { ...(await linePage(db, asked, { page, pageSize })), searchIsPartial: asked.isPartial };
  });
});
