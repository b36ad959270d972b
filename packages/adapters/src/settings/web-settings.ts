import { OFFICIAL_VLIBRAS_URL } from '@lacre/contracts';
import { SAMPLERS } from '@lacre/tracing';
import { z } from 'zod';

import { hostNames, httpUrl, MIB, rateLimits, urlOrNone, wholeNumber } from './forms.ts';
import { ALL_SERVICES, EVERYWHERE, SERVICES, setting, WEB, type SettingGroup } from './setting.ts';

const port = wholeNumber(0, 65_535).optional();

export const addressSettings = {
  PUBLIC_URL: setting({
    schema: httpUrl.optional(),
    description: 'The address that people reach the platform by: in mails, on evidence pages, for passkeys.',
    shownDefault: 'for `npm start`, where it listens',
    readBy: [...EVERYWHERE, 'page'],
    neededBy: SERVICES,
  }),
  HOST: setting({
    schema: z.string().default('localhost'),
    description:
      'What a service listens on for requests. `localhost` is both loopback addresses, for `npm start`.',
    readBy: [...WEB, 'page', 'commands'],
  }),
  PORT: setting({
    schema: port,
    description: 'The port for requests.',
    shownDefault: 'command 4401, query 4402, signer 4404, page 4405, `npm start` 4400',
    readBy: [...WEB, 'page', 'commands'],
  }),
  ALLOWED_HOSTS: setting({
    schema: hostNames,
    description:
      'Further names that requests may give as their `Host`, beside that of `PUBLIC_URL`, loopback names and the connected address; separated by commas. A proxy passes `Host` on, or its upstream name stands here.',
    readBy: [...WEB, 'page'],
  }),
  TRUSTED_PROXIES: setting({
    schema: wholeNumber(0, 10).default(0),
    description:
      'How many proxies stand in front: so many entries of `X-Forwarded-For` are believed, counted from its end.',
    readBy: [...WEB, 'page'],
  }),
  INTERNAL_HOST: setting({
    schema: z.string().default('localhost'),
    description:
      'What the internal listener listens on: probes, metrics and, of the command service, introspection of API tokens. Never to be reached from outside.',
    readBy: [...ALL_SERVICES, 'commands'],
  }),
  INTERNAL_PORT: setting({
    schema: port,
    description: 'The port of the internal listener. `npm start` has one where this is given.',
    shownDefault: 'command 4411, query 4412, signer 4413, projector 4414, page 4415',
    readBy: [...ALL_SERVICES, 'commands'],
  }),
  JWKS_URL: setting({
    schema: httpUrl.optional(),
    description:
      'Where the command service publishes the keys of its tokens: `/.well-known/jwks.json` there.',
    readBy: ['query', 'signer'],
    neededBy: ['query', 'signer'],
  }),
  API_TOKENS_URL: setting({
    schema: httpUrl.optional(),
    description:
      'Where it is asked whose an API token is: `/api-token` at the internal listener of the command service.',
    readBy: ['query', 'signer'],
    neededBy: ['query', 'signer'],
  }),
  SECURITY_CONTACT: setting({
    schema: z
      .string()
      .regex(/^(?:mailto:|https:\/\/|tel:)\S+$/, 'começa com mailto:, https:// ou tel:')
      .optional(),
    description: 'Where weaknesses are reported, in `/.well-known/security.txt` (RFC 9116).',
    shownDefault: 'the address of `MAIL_FROM`',
    readBy: ['page', 'start'],
  }),
  VLIBRAS_URL: setting({
    schema: urlOrNone(OFFICIAL_VLIBRAS_URL),
    description:
      'Where the widget of VLibras is (`vlibras-plugin.js` there), which shows chosen texts in Libras where an account offers that. A copy of one’s own can be named, which may speak to its own host and hosts below it; `none` offers it nowhere.',
    shownDefault: `\`${OFFICIAL_VLIBRAS_URL}\``,
    readBy: ['command', 'query', 'page', 'start'],
  }),
  LOG_LEVEL: setting({
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    description: 'Least severity that is logged: `debug`, `info`, `warn`, `error`, `silent`.',
    readBy: ALL_SERVICES,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    schema: httpUrl.optional(),
    description:
      'Where traces are sent by OTLP over HTTP (OpenTelemetry). Without an address nothing is traced.',
    readBy: ALL_SERVICES,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    schema: httpUrl.optional(),
    description: 'The same for traces alone, as the whole address.',
    readBy: ALL_SERVICES,
  }),
  OTEL_SDK_DISABLED: setting({
    schema: z.stringbool().default(false),
    description: 'Whether nothing is traced, whatever the addresses say.',
    readBy: ALL_SERVICES,
  }),
  OTEL_TRACES_EXPORTER: setting({
    schema: z.enum(['otlp', 'none']).default('otlp'),
    description: 'How traces are exported: `otlp` or `none`.',
    readBy: ALL_SERVICES,
  }),
  OTEL_TRACES_SAMPLER: setting({
    schema: z.enum(SAMPLERS).default('parentbased_always_on'),
    description: 'Which traces are recorded, by the names of OpenTelemetry.',
    readBy: ALL_SERVICES,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    schema: z.coerce.number().min(0).max(1).default(1),
    description: 'Share of traces that a sampler by ratio records, 0 to 1.',
    readBy: ALL_SERVICES,
  }),
} as const satisfies SettingGroup;

const memory = wholeNumber(64 * MIB);

export const limitSettings = {
  RATE_LIMITS: setting({
    schema: rateLimits,
    description:
      'Limits of requests that differ from the usual ones, as `name=tries/seconds,…`. The names and usual limits stand in `packages/contracts/src/security/rate-limits.ts`.',
    shownDefault: 'the usual ones',
    readBy: ['command', 'query', 'signer', 'start'],
  }),
  UPLOAD_BYTES_PER_ADDRESS: setting({
    schema: memory.default(512 * MIB),
    description: 'Bytes of uploads in flight from one address, or one /64 of IPv6.',
    readBy: WEB,
  }),
  UPLOAD_BYTES_IN_ALL: setting({
    schema: memory.default(2048 * MIB),
    description: 'Bytes of uploads in flight in all, of one process.',
    readBy: WEB,
  }),
  UPLOAD_MEMORY_BYTES: setting({
    schema: memory.default(256 * MIB),
    description: 'Bytes of uploads in memory at once; others wait on disk.',
    readBy: WEB,
  }),
  UPLOAD_STALL_SECONDS: setting({
    schema: wholeNumber(1, 600).default(20),
    description: 'How long an upload may pause, seconds.',
    readBy: WEB,
  }),
  UPLOAD_MAX_SECONDS: setting({
    schema: wholeNumber(10, 86_400).default(900),
    description: 'How long an upload may take, seconds.',
    readBy: WEB,
  }),
  CREDITS_GRANT: setting({
    schema: wholeNumber(0).default(100),
    description: 'Credits of a new account.',
    readBy: ['command', 'start'],
  }),
} as const satisfies SettingGroup;
