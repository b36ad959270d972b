import { parseArgs } from 'node:util';

import { CommandError, EXIT } from '../terminal/command-error.ts';
import { readNamedFile } from '../terminal/read-file.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { inspectionText } from './inspection-text.ts';

/** `pades inspect`. */
export function inspectCommand(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw new CommandError('inspect takes one file; see pades help inspect');
  const inspection = inspectPdf(readNamedFile(path));
  const text = values.json ? JSON.stringify(inspection, undefined, 2) : inspectionText(path, inspection);
  process.stdout.write(`${text}\n`);
  return inspection.wellFormed ? EXIT.ok : EXIT.negative;
}
