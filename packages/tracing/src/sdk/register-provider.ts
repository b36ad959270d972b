import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

import { traceOutgoingRequests } from '../outgoing-requests.ts';
import { switchOn } from '../spans.ts';
import type { Tracing, TracingOptions } from '../start-tracing.ts';
import { samplerOf } from './sampler.ts';

const CLOSE_WITHIN_MS = 3000;
/** How long faults of the exporter are not told again, milliseconds: while a collector is away each batch fails. */
const TOLD_AGAIN_MS = 60_000;

/** The process's own provider: endpoint, headers, timeout, compression and batches are the SDK's standard variables. */
export function registerProvider({ service, settings, onFault }: TracingOptions): Tracing {
  tellFaults(onFault);
  const provider = new NodeTracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      'service.namespace': 'lacre',
      'service.name': service,
      'service.instance.id': randomUUID(),
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  switchOn();
  traceOutgoingRequests();
  return {
    close: async () => {
      const ended = provider.shutdown().catch((error: unknown) => onFault(String(error)));
      await Promise.race([ended, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function tellFaults(onFault: (what: string) => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (message: string): void => {
    if (performance.now() - toldAt < TOLD_AGAIN_MS) return;
    toldAt = performance.now();
    onFault(message);
  };
  const ignore = (): void => {};
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
