/** Those of the standard variables of OpenTelemetry that are looked at here; its SDK reads the others itself. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_SDK_DISABLED?: boolean | undefined;
  OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  OTEL_TRACES_SAMPLER?: SamplerName | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

/** Samplers by the names of OpenTelemetry's general SDK configuration. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof SAMPLERS)[number];

/** Whether traces are exported. */
export const isExporting = (settings: TracingSettings): boolean =>
  settings.OTEL_SDK_DISABLED !== true &&
  settings.OTEL_TRACES_EXPORTER !== 'none' &&
  (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
