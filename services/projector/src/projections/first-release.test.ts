import { appendFirstRelease, FIRST_RELEASE, storeOfEarlierRelease } from '@lacre/domain-log/testing';
import type { SignatureState } from '@lacre/read-models';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { listParked } from '../engine/parked-events.ts';
import { openWorkModel } from '../reactors/index.ts';
import { startProjections } from '../start-projector.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { readModels } from './index.ts';

const { anaId, ruiId, sealedId, rejectedId } = FIRST_RELEASE;

let stage: ProjectorStage;
beforeAll(async () => {
  stage = await projectorStage('postgres');
  await appendFirstRelease(storeOfEarlierRelease(stage.bareStore, stage.keys));
  const running = await startProjections(stage, { projections: [...readModels, openWorkModel] });
  await running.caughtUp;
  await running.stop();
});
afterAll(() => stage.close());

it('a log of the first release fills every read model', async () => {
  expect(await listParked(stage.pool)).toEqual([]);
  expect(await stage.rows('select status from read.process')).toEqual([{ status: 'finished' }]);
  const documents = await stage.rows<{ document_id: string; status: string; signatures: SignatureState[] }>(
    'select document_id, status, signatures from read.process_document order by ordinal',
  );
  const told = documents.map(({ document_id, status, signatures }) => [
    document_id,
    status,
    signatures.map((one) => [one.personId, one.status, one.rejectReason]),
  ]);
  expect(told).toEqual([
    [
      sealedId,
      'sealed',
      [
        [anaId, 'signed', null],
        [ruiId, 'signed', null],
      ],
    ],
    [
      rejectedId,
      'rejected',
      [
        [anaId, 'signed', null],
        [ruiId, 'rejected', 'O anexo está incompleto.'],
      ],
    ],
  ]);
  expect(await stage.rows('select balance, reserved, consumed from read.credits')).toEqual([
    { balance: 9n, reserved: 0n, consumed: 1n },
  ]);
});
