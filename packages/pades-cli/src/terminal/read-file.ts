import { readFileSync } from 'node:fs';

import { CommandError } from './command-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GB',
};

/** The bytes of a file that the user named. @throws CommandError */
export function readNamedFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path}: ${REASONS[code] ?? message}`);
  }
}
