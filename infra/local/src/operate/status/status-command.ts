import { say, type LogCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { statusText } from './status-text.ts';
import { statusOf } from './status.ts';

/** `lacre status`: ends with 1 when there is a problem. */
export const runStatus: LogCommand = async ({ values, dataDir, environment, terminal }) => {
  const probes = values.probes?.split(',').map((address) => address.replace(/\/+$/, ''));
  const wrong = probes?.find((address) => !/^https?:\/\/[^/]+$/.test(address));
  if (wrong !== undefined)
    throw new UsageError(`--probes pede endereços internos, como http://localhost:4411, e não ${wrong}`);
  const status = await statusOf({ dataDir, environment, probes, now: new Date() });
  say(terminal, values.json ? JSON.stringify(status) : statusText(status));
  return status.problems.length === 0 ? 0 : 1;
};
