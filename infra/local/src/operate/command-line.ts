import { readOptions, WrongOption } from '../arguments.ts';
import { COMMAND_OPTIONS } from './command-options.ts';
import { UsageError } from './usage-error.ts';
import { foreignOption, usageOf } from './usage.ts';

/** Reads the words and options of a command. @throws UsageError for what it does not take */
export function readCommand(args: readonly string[]) {
  try {
    const read = readOptions({
      tokens: true,
      args: [...args],
      allowPositionals: true,
      options: COMMAND_OPTIONS,
    });
    const given = read.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const foreign = foreignOption(read.positionals, given);
    if (foreign !== undefined) throw new WrongOption(`este comando não tem a opção --${foreign}`);
    return read;
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    throw new UsageError(error.message, usageOf(args.filter((word) => !word.startsWith('-'))));
  }
}
