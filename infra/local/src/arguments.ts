import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface LocalArguments {
  dataDir: string;
  port: number;
  demo: boolean;
}

export const DEFAULT_PORT = 4400;

/** What is wrong with the options that were given; the message is for people. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** `parseArgs` of Node, whose refusals are in English. @throws WrongOption */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, named = ''] = /'([^' ]+)/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new WrongOption(`não há a opção ${named}`);
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') throw new WrongOption(`"${named}" não é uma opção`);
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
    const needsNone = message.includes('does not take');
    throw new WrongOption(needsNone ? `a opção ${named} não leva valor` : `falta o valor da opção ${named}`);
  }
}

/** `npm start -- [--demo] [--data DIR] [--port N]`; the environment's DATA_DIR and PORT come second. */
export function readArguments(
  argv: string[],
  environment: { DATA_DIR?: string | undefined; PORT?: number | undefined },
): LocalArguments {
  const { values } = readOptions({
    args: argv,
    options: {
      demo: { type: 'boolean', default: false },
      data: { type: 'string' },
      port: { type: 'string' },
    },
  });
  const port = values.port === undefined ? (environment.PORT ?? DEFAULT_PORT) : Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port: ${values.port} não é uma porta`);
  return { dataDir: resolve(values.data ?? environment.DATA_DIR ?? '.lacre'), port, demo: values.demo };
}
