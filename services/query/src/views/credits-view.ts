import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

import { anyOf } from '../reading/any-of.ts';
import type { Reader } from '../reading/read-models.ts';

/** The tenant's credits; none before the first grant. */
export async function creditsOf(db: Reader): Promise<AnswerOf<'tenantCredits'>> {
  const row = await db.selectFrom('read.credits').selectAll().executeTakeFirst();
  return {
    balance: Number(row?.balance ?? 0),
    reserved: Number(row?.reserved ?? 0),
    consumed: Number(row?.consumed ?? 0),
  };
}

type Movement = AnswerOf<'creditStatement'>['items'][number];

export type MovementRow = ReadSchema['read.credit_movement'];

/** What processes and documents are called, by their ids. */
interface Names {
  processes: ReadonlyMap<string, string>;
  documents: ReadonlyMap<string, string>;
}

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
];

/** Names of what these lines are about, by key: joined to the statement, the whole of both tables was read. */
export async function namesFor(db: Reader, rows: readonly MovementRow[]): Promise<Names> {
  const processIds = present(rows.map((row) => row.process_id));
  const documentIds = present(rows.map((row) => row.document_id));
  const [processes, documents] = await Promise.all([
    processIds.length === 0
      ? []
      : db
          .selectFrom('read.process')
          .select(['process_id', 'summary'])
          .where('process_id', '=', anyOf(processIds))
          .execute(),
    documentIds.length === 0
      ? []
      : db
          .selectFrom('read.process_document')
          .select(['document_id', 'name'])
          .where('document_id', '=', anyOf(documentIds))
          .execute(),
  ]);
  return {
    processes: new Map(processes.map((row) => [row.process_id, row.summary])),
    documents: new Map(documents.map((row) => [row.document_id, row.name])),
  };
}

/** A line of the statement, with the names that its process and document have. */
export const movementOf = (row: MovementRow, names: Names): Movement => ({
  position: row.position,
  at: row.at.toISOString(),
  kind: row.kind,
  amount: Number(row.amount),
  balance: Number(row.balance),
  reserved: Number(row.reserved),
  reason: row.reason,
  process:
    row.process_id === null
      ? null
      : { processId: row.process_id, summary: names.processes.get(row.process_id) ?? null },
  document:
    row.document_id === null
      ? null
      : { documentId: row.document_id, name: names.documents.get(row.document_id) ?? null },
});
