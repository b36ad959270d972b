/**
 * For `node --import`: writes the addresses of all modules that the process has loaded, a line each, into the file that
 * `MODULES_FILE` names, each time it gets SIGUSR2.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});
const file = process.env['MODULES_FILE'];
// Programs that this one starts inherit the environment: only the first writes.
delete process.env['MODULES_FILE'];
if (file !== undefined) process.on('SIGUSR2', () => writeFileSync(file, [...loaded].join('\n')));
