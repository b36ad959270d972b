import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface LocalArguments {
  dataDir: string;
  port: number;
  demo: boolean;
}

export const DEFAULT_PORT = 4400;

/** `npm start -- [--demo] [--data DIR] [--port N]`; the environment's DATA_DIR and PORT come second. */
export function readArguments(
  argv: string[],
  environment: { DATA_DIR?: string | undefined; PORT?: number | undefined },
): LocalArguments {
  const { values } = parseArgs({
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
