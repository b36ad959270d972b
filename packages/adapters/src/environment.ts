import { readRateLimits } from '@lacre/contracts';
import { checkConnectionString, defaultStreamPrefix, isStreamPrefix } from '@lacre/event-store/kurrentdb';
import { z } from 'zod';

/** 32 random bytes in hexadecimal. */
const secret = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'são 32 bytes em hexadecimal, 64 algarismos')
  .transform((text) => Buffer.from(text, 'hex'));

/** Several of them, apart by commas. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(secret).min(1));

/** `https://a.example,https://b.example`: each as a browser writes an origin (RFC 6454 §6.2). */
const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)));

/** Host names separated by commas, as a `Host` header has them, without port. */
const hostNames = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^(?:[\w-]+\.)*[\w-]+$|^\[[\da-f:.]+\]$/,
          'são nomes de servidores, sem porta, separados por vírgulas',
        ),
    ),
  );

/** `signInPerAddress=500/900,…`: tries by seconds, of the limits that `rate-limits.ts` of the contracts names. */
const rateLimits = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readRateLimits(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });

/** Addresses parted by commas, each with `{name}` where what is looked up stands; `off` for none. */
const addresses = (name: string) =>
  z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(',').map((address) => address.trim())))
    .refine(
      (all) => all.every((address) => /^https?:\/\//.test(address) && address.includes(`{${name}}`)),
      `são endereços http(s) que contêm {${name}}, separados por vírgulas, ou "off"`,
    );

/** One server, several of a cluster by their hosts, or a name for all of them: no URL in general. */
const eventStoreUrl = z.string().transform((text, context) => {
  try {
    checkConnectionString(text);
    return text;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

const MIB = 1024 * 1024;

/** Every variable the product reads, in one place; a missing or malformed one is named at start. */
const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  EVENT_STORE_URL: eventStoreUrl.optional(),
  /** What the names of all streams begin with in KurrentDB: its own for each installation that shares a server. */
  EVENT_STORE_PREFIX: z
    .string()
    .refine(
      isStreamPrefix,
      'são letras sem acento, algarismos, ".", "_" e "-", até 63, com uma letra ou um algarismo no começo e "." no fim',
    )
    .default(defaultStreamPrefix),
  NATS_URL: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  AUTHORIZED_ORIGINS: origins,
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_GATEWAY_TOKEN: z.string().optional(),
  MAIL_FROM: z.string().default('Lacre <nao-responda@localhost>'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Further names that this installation is reached by: of a load balancer, of an internal network. */
  ALLOWED_HOSTS: hostNames,
  /** Where weaknesses are reported, in `/.well-known/security.txt`; without it the address of MAIL_FROM. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)\S+$/, 'começa com mailto:, https:// ou tel:')
    .optional(),
  HOST: z.string().default('localhost'),
  /** Serves the development mailbox, with every link and one-time code in it, to all who reach this machine. */
  EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK: z.stringbool().default(false),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /**
   * The internal listener: probes, metrics and, of the command service, introspection of API tokens. Not to be exposed.
   * All in one process has one where the port is given.
   */
  INTERNAL_HOST: z.string().default('localhost'),
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMITS: rateLimits,
  /** Bodies of requests while they come in: bytes from one address (or /64 of IPv6) and from all, and their time. */
  UPLOAD_BYTES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(64 * MIB)
    .default(512 * MIB),
  UPLOAD_BYTES_IN_ALL: z.coerce
    .number()
    .int()
    .min(64 * MIB)
    .default(2048 * MIB),
  UPLOAD_STALL_SECONDS: z.coerce.number().int().min(1).max(600).default(20),
  UPLOAD_MAX_SECONDS: z.coerce.number().int().min(10).max(86_400).default(900),
  /** Bytes of uploads in memory at once; others wait on disk. */
  UPLOAD_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(64 * MIB)
    .default(256 * MIB),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** An identity check that faces pass when they are enrolled (docs/rosto.md); it gets the CPF and one picture. */
  FACE_CHECK_URL: z.url({ protocol: /^https?$/ }).optional(),
  FACE_CHECK_TOKEN: z.string().optional(),
  /** Least similarity taken, of 100, by that service's own measure. */
  FACE_CHECK_MIN_SIMILARITY: z.coerce.number().min(1).max(100).default(90),
  FACE_CHECK_TIMEOUT_MS: z.coerce.number().int().min(1000).max(60_000).default(10_000),
  FACE_WORKERS: z.coerce.number().int().min(1).max(32).default(1),
  CREDITS_GRANT: z.coerce.number().int().min(0).default(100),
  DATA_DIR: z.string().optional(),
  JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `/api-token` at the command service's INTERNAL_HOST and INTERNAL_PORT. */
  API_TOKENS_URL: z.url({ protocol: /^https?$/ }).optional(),
  DIGEST_KEY: secret.optional(),
  PROOF_SECRET: secret.optional(),
  IDENTITY_SECRET: secret.optional(),
  BLOB_MASTER_KEY: secret.optional(),
  PAYLOAD_KEY: secret.optional(),
  /** Master keys of personal data in the log, the current one first. */
  PERSONAL_DATA_KEYS: secrets.optional(),
  /** Webhooks may go to this machine, by http too: for development, never where others run things. */
  WEBHOOK_ALLOW_LOOPBACK: z.stringbool().default(false),
  SOFFICE_PATH: z.string().optional(),
  GOTENBERG_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Office files being converted or waiting for it, at most. */
  OFFICE_QUEUE: z.coerce.number().int().min(1).max(1000).default(16),
  SEAL_PFX: z.string().optional(),
  SEAL_PFX_PASSWORD: z.string().default(''),
  SEAL_LEVEL: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).default('B-LTA'),
  SEAL_POLICY: z.enum(['AD-RB', 'AD-RT', 'AD-RC', 'AD-RA']).default('AD-RB'),
  CNPJ_LOOKUP_URLS: addresses('cnpj').default([
    'https://brasilapi.com.br/api/cnpj/v1/{cnpj}',
    'https://minhareceita.org/{cnpj}',
  ]),
  CEP_LOOKUP_URLS: addresses('cep').default([
    'https://brasilapi.com.br/api/cep/v2/{cep}',
    'https://viacep.com.br/ws/{cep}/json/',
  ]),
  GEOCODE_URL: z.url({ protocol: /^https?$/ }).default('https://maps.googleapis.com/maps/api/geocode/json'),
  GEOCODE_KEY: z.string().optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  TSA_CERTIFICATES: z.string().optional(),
  /** PEM files of roots that signatures in uploads are trusted by. */
  ICP_BRASIL_ROOTS: z.string().optional(),
  SIGNER_ROOTS: z.string().optional(),
});

export type Environment = z.output<typeof schema>;

/** Variables are absent or malformed; the message, for people, names each one and never shows its value. */
export class WrongEnvironment extends Error {
  override readonly name = 'WrongEnvironment';
}

/** @throws WrongEnvironment when a variable is malformed; the message names each one and never shows its value. */
export function readEnvironment(variables: Record<string, string | undefined> = process.env): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given, { error: z.locales.ptBR().localeError });
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new WrongEnvironment(`há variáveis de ambiente erradas:\n${names.join('\n')}`);
}

type Given<Name extends keyof Environment> = { [Key in Name]: NonNullable<Environment[Key]> };

/** The environment with the variables named known to be there. @throws WrongEnvironment when some are absent; the message names them. */
export function requireVariables<Name extends keyof Environment>(
  environment: Environment,
  ...names: Name[]
): Environment & Given<Name> {
  const absent = names.filter((name) => environment[name] === undefined);
  if (absent.length > 0) throw new WrongEnvironment(`faltam variáveis de ambiente: ${absent.join(', ')}`);
  return environment as Environment & Given<Name>;
}
