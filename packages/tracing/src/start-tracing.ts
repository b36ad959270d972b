import { isExporting, type TracingSettings } from './settings.ts';

export interface TracingOptions {
  /** command, query, projector, signer, or local for all in one. */
  service: string;
  settings: TracingSettings;
  /** Told what keeps traces from being exported, in English. */
  onFault: (what: string) => void;
}

/** Exports traces of the process until closed. */
export interface Tracing {
  /** Exports what is left, as far as the collector takes it within 3 s. */
  close(): Promise<void>;
}

/**
 * Starts exporting traces by OTLP/HTTP where OTEL_EXPORTER_OTLP_ENDPOINT, or that of traces alone, is set. Otherwise
 * nothing of the SDK is loaded. To be called before connections are opened.
 */
export async function startTracing({ service, settings, onFault }: TracingOptions): Promise<Tracing> {
  if (!isExporting(settings)) return { close: async () => {} };
  const { registerProvider } = await import('./sdk/register-provider.ts');
  return registerProvider({ service, settings, onFault });
}
