import { errors, paths, type ErrorCode, type OperationName } from '@lacre/contracts';

import { alignedTable } from '../support/aligned-table.ts';
import { NOT_ANSWERED, TRIED_ELSEWHERE } from './not-answered.ts';
import type { Provocation, Provocations } from './provocation.ts';

const INTRODUCTION = `# Error codes

Every code that the API answers, its HTTP status, the title people read, and a request that is answered with it. Made and checked by \`tests/error-codes/error-codes.test.ts\`, which sends each of these requests to a running platform; \`vitest run tests/error-codes -u\` writes it anew.

## Of the source specification

`;

/** The codes of the source specification come before this one. */
const FIRST_OF_OUR_OWN: ErrorCode = 'INVALID_CREDENTIALS';

const addressOf = (operation: Provocation['operation']): string => {
  if (operation.includes(' /')) return operation;
  const { method, path } = paths[operation as OperationName];
  return `${method} /api${path}`;
};

function answeredTo(code: ErrorCode, rows: Provocations): string {
  const row = rows[code];
  if (row !== undefined) return `\`${addressOf(row.operation)}\` when ${row.when}`;
  const elsewhere = TRIED_ELSEWHERE[code];
  return elsewhere === undefined
    ? `_no request_: ${NOT_ANSWERED[code] ?? ''}`
    : `_not tried here_: ${elsewhere}`;
}

/** The table of the repository, in Markdown. */
export function renderTable(rows: Provocations): string {
  const codes = Object.entries(errors).map(([code, { status, title }]) => [
    code,
    String(status),
    title,
    answeredTo(code as ErrorCode, rows),
  ]);
  const own = codes.findIndex(([code]) => code === FIRST_OF_OUR_OWN);
  const header = ['code', 'status', 'title', 'answered to'];
  const table = (part: typeof codes) => alignedTable([header, ...part]);
  return `${INTRODUCTION}${table(codes.slice(0, own))}\n## Our own\n\n${table(codes.slice(own))}`;
}
