/** The program `lacre`: see `operator-commands.ts`. */
import { runOperatorCommand } from './operator-commands.ts';

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
process.exitCode = await runOperatorCommand(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
});
