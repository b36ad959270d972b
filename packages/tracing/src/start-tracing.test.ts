import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import type { TracingSettings } from './settings.ts';

const run = promisify(execFile);
const HERE = new URL('./', import.meta.url).href;

/** Whether the SDK is loaded and spans are made, in a process that starts with these settings. */
async function startedWith(settings: TracingSettings): Promise<{ loaded: boolean; tracing: boolean }> {
  const program = `
    import { registerHooks } from 'node:module';
    let loaded = false;
    registerHooks({
      load(url, context, next) {
        loaded ||= url.includes('/@opentelemetry/sdk-trace');
        return next(url, context);
      },
    });
    const { startTracing, isTracing } = await import('${HERE}index.ts');
    const started = { service: 'test', settings: ${JSON.stringify(settings)}, onFault: () => {} };
    const tracing = await startTracing(started);
    console.log(JSON.stringify({ loaded, tracing: isTracing() }));
    await tracing.close();
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(stdout) as { loaded: boolean; tracing: boolean };
}

const COLLECTOR = 'http://127.0.0.1:1';

it.each<[string, TracingSettings]>([
  ['no collector is named', {}],
  ['the SDK is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_SDK_DISABLED: true }],
  ['nothing is to be exported', { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }],
])('does not load the SDK where %s', async (_name, settings) => {
  expect(await startedWith(settings)).toEqual({ loaded: false, tracing: false });
});

it('traces where a collector is named, and ends though it is away', async () => {
  const settings = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${COLLECTOR}/v1/traces` };
  expect(await startedWith(settings)).toEqual({ loaded: true, tracing: true });
});
