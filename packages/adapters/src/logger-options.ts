import { REDACTED_PATHS } from '@lacre/http';
import { traceFields } from '@lacre/tracing';
import type { LoggerOptions } from 'pino';

import { countedFaults } from './counted-faults.ts';
import type { Environment } from './environment.ts';

/**
 * How every process logs: JSON lines with the trace that they belong to, nothing that is secret or personal by its name,
 * and faults of an engine that is away counted.
 */
export const loggerOptions = (
  { LOG_LEVEL: level }: Pick<Environment, 'LOG_LEVEL'>,
  name?: string,
): LoggerOptions => ({
  ...(name !== undefined && { name }),
  level,
  redact: { paths: [...REDACTED_PATHS], censor: '[oculto]' },
  mixin: traceFields,
  ...countedFaults(),
});
