import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs that tests need are kept from run to run, outside the checkout: `LACRE_TOOLS`, else `~/.cache/lacre-tools`. */
export const toolsFolder = (): string =>
  process.env['LACRE_TOOLS'] || join(homedir(), '.cache', 'lacre-tools');
