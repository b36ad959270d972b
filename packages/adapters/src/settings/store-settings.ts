import {
  checkConnectionString,
  defaultStreamPrefix,
  isStreamPrefix,
} from '@lacre/event-store/kurrentdb-address';
import { z } from 'zod';

import { faultOfFile, readableFile, readOr, wholeNumber } from './forms.ts';
import { EVERYWHERE, setting, STORE_SERVICES, type SettingGroup } from './setting.ts';

/** One server, several of a cluster by their hosts, or a name for all of them: no URL in general. */
const eventStoreUrl = z.string().transform((text, context) =>
  readOr(() => {
    checkConnectionString(text);
    return text;
  }, context),
);

function isNatsAddress(text: string): boolean {
  return text.split(',').every((address) => {
    const { protocol, host } = URL.parse(address.trim()) ?? {};
    return (protocol === 'nats:' || protocol === 'tls:') && host !== '';
  });
}

const POSTGRES_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS, of which one host. */
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ }).superRefine((text, context) => {
  const { searchParams } = URL.parse(text) ?? { searchParams: new URLSearchParams() };
  const mode = searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) context.addIssue(`sslmode é ${SSL_MODES.join(', ')}`);
  for (const name of POSTGRES_FILES) {
    const path = searchParams.get(name);
    const fault = path === null ? undefined : faultOfFile(path);
    if (fault !== undefined) context.addIssue(`${name}: ${fault}`);
  }
});

const poolSize = wholeNumber(2, 1000).optional();
/** Powers of two: a byte of a hash divides into them evenly. */
const partitions = wholeNumber(1, 64).refine(
  (count) => Number.isInteger(Math.log2(count)),
  'é uma potência de dois',
);

export const databaseSettings = {
  DATABASE_URL: setting({
    schema: databaseUrl.optional(),
    description:
      'PostgreSQL 16 to 18, or a pooler before it: `postgres://user:password@host:5432/lacre?sslmode=verify-full&sslrootcert=/path/ca.pem`. See [database.md](database.md).',
    shownDefault: 'for `npm start`, a server of its own',
    isSecret: true,
    readBy: EVERYWHERE,
    neededBy: ['command', 'query', 'projector', 'signer'],
  }),
  DATABASE_DIRECT_URL: setting({
    schema: databaseUrl.optional(),
    description:
      'The address of the server itself where `DATABASE_URL` is that of a pooler of transactions (PgBouncer): for advisory locks, `LISTEN` and migrations. Statements are then sent without names.',
    shownDefault: '`DATABASE_URL`',
    isSecret: true,
    readBy: EVERYWHERE,
  }),
  QUERY_DATABASE_URL: setting({
    schema: databaseUrl.optional(),
    description:
      'A hot standby that the query service reads its lists from; one server, not several behind one address. Everything else goes to `DATABASE_URL`.',
    shownDefault: '`DATABASE_URL`',
    isSecret: true,
    readBy: ['query'],
  }),
  AUTO_MIGRATE: setting({
    schema: z.stringbool().default(true),
    description:
      '`false`: a service changes no schema, and does not start on one that is behind or ahead of it; `lacre migrate` is run before.',
    readBy: STORE_SERVICES,
  }),
  DATABASE_POOL_SIZE: setting({
    schema: poolSize,
    description: 'Connections that a service may hold open for its own tables.',
    shownDefault: 'command 16, query 12, projector 8, signer 10',
    readBy: STORE_SERVICES,
  }),
  LOG_POOL_SIZE: setting({
    schema: poolSize,
    description: 'The same for the log and the keys of personal data; the signer uses one pool for all.',
    shownDefault: 'command 16, query 4, projector 6',
    readBy: ['command', 'query', 'projector'],
  }),
  QUEUE_POOL_SIZE: setting({
    schema: poolSize,
    description: 'The same for the work queue of the projector.',
    shownDefault: '6',
    readBy: ['projector'],
  }),
  PROJECTOR_PARTITIONS: setting({
    schema: partitions.default(1),
    description:
      'What tenants are divided into, so that several projectors fold, and send to webhooks, at once: 1, 2, 4 … 64, the same for all of them. See [database.md](database.md#partitions-of-the-projector).',
    readBy: ['projector', 'start'],
  }),
} as const satisfies SettingGroup;

export const logSettings = {
  EVENT_STORE_URL: setting({
    schema: eventStoreUrl.optional(),
    description:
      'KurrentDB for the log: `kurrentdb://` or `esdb://` with one host or several, or `kurrentdb+discover://` with a name for all of them; `user:password@`, `?tlsCAFile=/path/ca.pem`, `?tls=false`. See [event-store.md](../event-store.md).',
    shownDefault: 'the log is in the database',
    isSecret: true,
    readBy: EVERYWHERE,
  }),
  EVENT_STORE_PREFIX: setting({
    schema: z
      .string()
      .refine(
        isStreamPrefix,
        'são letras sem acento, algarismos, ".", "_" e "-", até 63, com uma letra ou um algarismo no começo e "." no fim',
      )
      .default(defaultStreamPrefix),
    description:
      'What the names of all streams begin with in KurrentDB: its own for each installation that shares a server.',
    readBy: EVERYWHERE,
  }),
} as const satisfies SettingGroup;

const QUEUE = ['command', 'projector', 'signer', 'start', 'commands'] as const;

export const queueSettings = {
  NATS_URL: setting({
    schema: z
      .string()
      .refine(isNatsAddress, 'são endereços nats:// ou tls://, separados por vírgulas')
      .optional(),
    description:
      'NATS JetStream 2.10 or later for the work queue: `nats://` or `tls://`, one address or several of a cluster with commas, with `user:password@` or `token@` in the first.',
    shownDefault: 'the queue is in the database',
    isSecret: true,
    readBy: QUEUE,
  }),
  NATS_CREDENTIALS: setting({
    schema: z
      .string()
      .regex(
        /BEGIN NATS USER JWT[\s\S]*BEGIN USER NKEY SEED/,
        'é o texto de um arquivo de credenciais (.creds)',
      )
      .optional(),
    description:
      'The text of a credentials file (`nsc generate creds`), instead of a user in the address; usually by `NATS_CREDENTIALS_FILE`.',
    isSecret: true,
    readBy: QUEUE,
  }),
  NATS_NKEY_SEED: setting({
    schema: z
      .string()
      .regex(/^SU[A-Z2-7]{56}$/, 'é a semente de uma NKey de usuário (SU…)')
      .optional(),
    description: 'Seed of the NKey of a user, instead of a user in the address.',
    isSecret: true,
    readBy: QUEUE,
  }),
  NATS_CA: setting({
    schema: readableFile.optional(),
    description: 'PEM file of the authorities that certificates of the servers lead to; turns TLS on.',
    shownDefault: 'the usual ones, for `tls://`',
    readBy: QUEUE,
  }),
  NATS_CERTIFICATE: setting({
    schema: readableFile.optional(),
    description: 'PEM file of a client certificate, where the servers ask for one.',
    readBy: QUEUE,
  }),
  NATS_CERTIFICATE_KEY: setting({
    schema: readableFile.optional(),
    description: 'PEM file of its key.',
    readBy: QUEUE,
  }),
  NATS_REPLICAS: setting({
    schema: wholeNumber(1, 5).optional(),
    description:
      'Copies of each stream in a cluster: 3 survive the loss of one server. Streams that are there are brought to as many.',
    shownDefault: 'as they are; 1 for new ones',
    readBy: QUEUE,
  }),
} as const satisfies SettingGroup;
