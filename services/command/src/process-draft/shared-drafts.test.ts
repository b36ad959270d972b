import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { outcome, useProcessDrafts } from '../testing/use-process-drafts.ts';

const { cast, content, get, list, remove, save, saved, uploaded } = useProcessDrafts();

describe('drafts are shared', () => {
  it('with users who reach the company, and without one with administrators and managers alone', async () => {
    const [hers, hidden, without] = [
      await saved(),
      await saved(content({ companyId: cast.hiddenCompanyId })),
      await saved(content({ companyId: null })),
    ];
    const begun = await saved(content({ companyId: null }), cast.common.token);
    const seen = (await list(cast.common.token)).items.map(({ draftId }) => draftId);
    expect(seen).toEqual(expect.arrayContaining([hers, begun]));
    expect(seen).not.toContain(hidden);
    expect(seen).not.toContain(without);
    for (const draftId of [hidden, without]) {
      expect(outcome(await get(draftId, cast.common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
      expect(outcome(await remove(draftId, cast.common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
      const said = content({ companyId: cast.companyId });
      expect(outcome(await save(draftId, 1, said, cast.common.token))).toEqual([
        404,
        'PROCESS_DRAFT_NOT_FOUND',
      ]);
      expect(outcome(await save(draftId, 0, said, cast.common.token))).toEqual([
        404,
        'PROCESS_DRAFT_NOT_FOUND',
      ]);
    }
    const beyond = await save(
      randomUUID(),
      0,
      content({ companyId: cast.hiddenCompanyId }),
      cast.common.token,
    );
    expect(beyond.body.code).toBe('COMPANY_NOT_FOUND');
    const all = (await list(cast.manager.token)).items.map(({ draftId }) => draftId);
    expect(all).toEqual(expect.arrayContaining([hers, hidden, without, begun]));
  });

  it('with no user of another tenant', async () => {
    const draftId = await saved();
    expect(outcome(await get(draftId, cast.other.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
    expect(outcome(await remove(draftId, cast.other.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
    for (const revision of [0, 1]) {
      const said = content({ companyId: null, participants: [] });
      expect(outcome(await save(draftId, revision, said, cast.other.token))).toEqual([
        404,
        'PROCESS_DRAFT_NOT_FOUND',
      ]);
    }
    expect((await list(cast.other.token)).items).toEqual([]);
    expect((await get(draftId)).body.revision).toBe(1);
  });

  it('in a list with summary and last editor, the newest first', async () => {
    const draftId = await saved(content({ summary: 'Distrato', documents: [await uploaded()] }));
    cast.now = new Date(cast.now.getTime() + 1000);
    await save(draftId, 1, content({ summary: 'Distrato amigável' }), cast.manager.token);
    const { items, total } = await list();
    expect(items[0]).toEqual({
      draftId,
      revision: 2,
      changedAt: cast.now.toISOString(),
      changedBy: { userId: cast.manager.userId, name: 'Leo' },
      summary: 'Distrato amigável',
      documents: 0,
      participants: 1,
      companyName: 'Padaria Real Ltda',
    });
    expect(total).toBe(items.length);
  });
});
