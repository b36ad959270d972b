import { fileURLToPath } from 'node:url';

import {
  errors,
  operations,
  type ErrorCode,
  type OperationName,
  type OperationShape,
} from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Problem } from '../support/api.ts';
import { ACCESS_CODES } from './access-codes.ts';
import { FACE_CODES } from './face-codes.ts';
import { NOT_ANSWERED, TRIED_ELSEWHERE } from './not-answered.ts';
import { PROCESS_CODES } from './process-codes.ts';
import type { Provocation, Provocations, Send } from './provocation.ts';
import { renderTable } from './render-table.ts';
import { SIGNING_CODES } from './signing-codes.ts';
import { openStage, type Stage } from './stage.ts';
import { TENANT_CODES } from './tenant-codes.ts';

const TABLE = fileURLToPath(new URL('../../docs/error-codes.md', import.meta.url));

/** In this order: the last rows turn the clock on. */
const rows: Provocations = {
  ...ACCESS_CODES,
  ...TENANT_CODES,
  ...FACE_CODES,
  ...SIGNING_CODES,
  ...PROCESS_CODES,
};
const known = Object.keys(errors) as ErrorCode[];
const places: Record<string, readonly string[]> = {
  provoked: Object.keys(rows),
  'without a request': Object.keys(NOT_ANSWERED),
  'tried elsewhere': Object.keys(TRIED_ELSEWHERE),
};

describe('the table of error codes', () => {
  it('has every code of the contracts once', () => {
    const placed = Object.values(places).flat();
    expect(placed.toSorted()).toEqual(known.toSorted());
  });

  it('gives no reason for a code that an operation declares', () => {
    const declared = new Set(
      (Object.values(operations) as OperationShape[]).flatMap((operation) => operation.errors),
    );
    const excused = Object.keys(NOT_ANSWERED) as ErrorCode[];
    expect(excused.filter((code) => declared.has(code))).toEqual([]);
  });

  it('stands in the repository', async () => {
    await expect(renderTable(rows)).toMatchFileSnapshot(TABLE);
  });
});

describe('each row', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  }, 120_000);
  afterAll(() => stage.dispose());

  it.each(Object.entries(rows) as [ErrorCode, Provocation][])(
    '%s is answered',
    async (code, { operation, provoke }) => {
      const send: Send = (caller, input) => caller.send(operation as OperationName, input);
      const response = await provoke(stage, send);
      const problem = (await response.json()) as Problem;
      expect(problem).toMatchObject({ code, ...errors[code] });
      expect(response.status).toBe(errors[code].status);
      expect(response.headers.get('content-type')).toMatch('application/problem+json');
    },
    60_000,
  );
});
