import type { AnswerOf } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { CommandService } from '../../service.ts';
import { takenError } from './create-person-batch.ts';
import type { PersonRow, PersonRows } from './rows.ts';
import { takenCpfs } from './taken-cpfs.ts';

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

/** What the file would do, with everything that keeps it from doing so. */
export async function previewBatch(
  service: CommandService,
  tenantId: string,
  { total, rows, errors }: PersonRows,
): Promise<Answer> {
  const { taken } = await takenCpfs(service, tenantId, rows, 0);
  return {
    position: null,
    dryRun: true,
    total,
    persons: rows.map((row) => shown(row, null)),
    errors: [...errors, ...taken.map(takenError)].toSorted((a, b) => a.line - b.line),
  };
}
