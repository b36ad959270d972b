import type { NewEvent } from '@lacre/event-store';
import { afterAll, beforeAll, expect } from 'vitest';

import { openWorkModel } from '../reactors/index.ts';
import { lifeOf, newEvent, plannedProcess } from './index.ts';
import { projected } from './project.ts';
import { projectorStage, type ProjectorStage } from './projector-stage.ts';

/** A process of two documents and two people. */
export const created = plannedProcess({
  documents: ['a.pdf', 'b.pdf'],
  participants: [
    { name: 'Ana', cpf: '52998224725' },
    { name: 'Rui', cpf: '11144477735' },
  ],
});
export const { tenantId, processId } = created;
export const life = lifeOf(created);
/** Of its first document. */
export const documentId = created.documents[0]?.documentId ?? '';
export const reference = { tenantId, processId };
export const refunded = newEvent('CreditsRefunded', { ...reference, amount: 1, documentId });

export interface Open {
  kind: string;
  payload: Record<string, string>;
}

/** A database that open work is folded into, for the tests of a file. */
export function useOpenWork() {
  let stage: ProjectorStage;
  beforeAll(async () => {
    stage = await projectorStage();
  });
  afterAll(() => stage.close());
  /** What a query finds of the open work after these events. */
  const rowsAfter = async (events: NewEvent[], how: 'one by one' | 'at once', query: string) =>
    (await projected(stage, openWorkModel, events, how, [query]))[0];
  return {
    rowsAfter,
    /** What is open after these events, folded both ways; the invitations only when they are asked for. */
    openAfter: async (events: NewEvent[], options: { invitations?: boolean } = {}): Promise<Open[]> => {
      const query = 'select kind, key, payload from projector.open_work order by kind, key';
      const oneByOne = await rowsAfter(events, 'one by one', query);
      expect(await rowsAfter(events, 'at once', query)).toEqual(oneByOne);
      const open = (oneByOne ?? []) as unknown as Open[];
      return options.invitations === true
        ? open
        : open.filter(({ payload }) => payload['notificationKind'] !== 'signature-requested');
    },
  };
}
