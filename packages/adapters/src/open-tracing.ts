import { startTracing, type Tracing, type TracingSettings } from '@lacre/tracing';
import type { Logger } from 'pino';

/** Exports the traces of a process where the environment names a collector; to be called before pools are opened. */
export const openTracing = (service: string, settings: TracingSettings, logger: Logger): Promise<Tracing> =>
  startTracing({
    service,
    settings,
    onFault: (what) => logger.warn({ what }, 'traces could not be exported'),
  });
