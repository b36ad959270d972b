import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { listenLocally } from '@lacre/test-support';

/** A span as OTLP/HTTP brings it in JSON (opentelemetry-proto, trace.proto). */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}
interface Exported {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: KeyValue[] })[] }[];
  }[];
}

export interface TraceCollector {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT takes it; whatever else is sent there is answered, and not kept. */
  url: string;
  spans: readonly CollectedSpan[];
  /** All traces that came, as they came. */
  bodies: readonly string[];
  close(): void;
}

/** The receiving end of OTLP/HTTP. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.url === '/v1/traces') {
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body) as Exported));
    }
    answer.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, answer) => {
    void take(request, answer);
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const valuesOf = (pairs: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansOf = ({ resourceSpans }: Exported): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        service,
        traceId,
        spanId,
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        name,
        attributes: valuesOf(attributes),
      })),
    );
  });
