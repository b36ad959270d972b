import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { CannotWrite } from '../operate/cannot-write.ts';
import type { Asked, Terminal } from '../operate/command.ts';
import { exportLines } from './export-log.ts';
import { wholeLog } from './fsck.ts';
import type { Installation } from './open-installation.ts';

/** `lacre audit export`: events in plain text, a line each. */
export async function runExport(installation: Installation, { values, terminal }: Asked): Promise<number> {
  const { tenant: tenantId, process: processId, out } = values;
  let count = 0;
  const lines = Readable.from(
    exportLines(wholeLog(installation), { tenantId, processId }, () => (count += 1)),
  );
  if (out === undefined) {
    await pipeline(lines, terminal.out, { end: false });
    return exported(terminal, count);
  }
  // Personal data in plain text: for its owner's eyes alone.
  const file = createWriteStream(out, { mode: 0o600, flags: 'wx' });
  await pipeline(lines, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CannotWrite(`${out} já existe: indique outro arquivo`);
    if (error.syscall !== undefined)
      throw new CannotWrite(`não foi possível escrever ${out} (${error.code})`);
    // Half an export is none.
    await rm(out, { force: true });
    throw error;
  });
  return exported(terminal, count);
}

/** Nothing at all is more often a wrong id than what was wanted. */
function exported({ err }: Terminal, count: number): number {
  if (count > 0) return 0;
  err.write('não há eventos do que foi pedido\n');
  return 2;
}
