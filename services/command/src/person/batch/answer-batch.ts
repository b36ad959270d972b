import type { AnswerOf } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { OwnershipParts } from '../../reservation/claim-value.ts';
import { inOrder, type PersonRow, type PersonRows, type RowError, type Sharing } from './rows.ts';
import { takenError, takenValues } from './taken-values.ts';

type Answer = AnswerOf<'createPersonBatch'>;

const shown = ({ line, cpf, fields: { name, email } }: PersonRow, personId: string | null) => ({
  line,
  personId,
  cpf,
  name,
  email,
});

export const answerBatch = (
  rows: readonly PersonRow[],
  { position, personIds }: { position: Position; personIds: readonly string[] },
): Answer => ({
  position,
  dryRun: false,
  total: rows.length,
  persons: rows.map((row, index) => shown(row, personIds[index] ?? null)),
  errors: [],
});

/** Every fault of the file: those it shows by itself, and values that belong to registered persons. */
export async function faultsOf(
  service: OwnershipParts,
  tenantId: string,
  { values, errors }: PersonRows,
  sharing: Sharing,
): Promise<RowError[]> {
  const { taken } = await takenValues(service, tenantId, { values, sharing, patienceMs: 0 });
  return inOrder([...errors, ...taken.map(takenError)]);
}

/** What the file would do, with everything that keeps it from doing so. */
export const previewBatch = ({ total, rows }: PersonRows, errors: RowError[]): Answer => ({
  position: null,
  dryRun: true,
  total,
  persons: rows.map((row) => shown(row, null)),
  errors,
});
