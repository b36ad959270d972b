import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

import { PLACES } from '@lacre/adapters';
import { connectSession } from '@lacre/postgres';
import { QUERY_ROLE } from '@lacre/read-models';
import { escapeIdentifier, escapeLiteral, type ClientBase, type Pool } from 'pg';

/** Roles cannot be made or given what they need; the message, for people, says why. */
export class RolesRefused extends Error {
  override readonly name = 'RolesRefused';
}

const SERVICES = ['command', 'query', 'projector', 'signer'] as const;
type ServiceName = (typeof SERVICES)[number];

/** The role that a service enters the database as. */
export interface ServiceRole {
  service: ServiceName;
  name: string;
}

type Right = 'select' | 'insert' | 'update' | 'delete';
/** Of every table of a schema, or of one table (`schema.table`). */
type Rights = Readonly<Record<string, readonly Right[]>>;

const ALL: readonly Right[] = ['select', 'insert', 'update', 'delete'];
const READ: readonly Right[] = ['select'];

/** Whose log it is, and where its readers are: every service looks before it serves, and notes what it saw. */
const OF_EVERYBODY: Rights = {
  ...Object.fromEntries(PLACES.map(({ table }) => [table, READ])),
  event_store: READ,
  installation: ['select', 'insert', 'update'],
  'personal_data.installation_mark': ['select', 'insert', 'update'],
  'personal_data.subject_key': READ,
  // An index of the log, brought up to date by each request for a person's data.
  'personal_data.mention': ALL,
  'personal_data.mention_place': ['select', 'insert', 'update'],
  'projector.checkpoint': READ,
};

/** Who appends to the log: an event is added, and none is changed or removed. */
const OF_WRITERS: Rights = {
  'event_store.events': ['select', 'insert'],
  'personal_data.subject_key': ['select', 'insert'],
  work_queue: ALL,
};

const OF_WEB: Rights = { security: ['select', 'insert', 'delete'] };

/** What each service does in the database, and nothing beside it. */
const PRIVILEGES: Readonly<Record<ServiceName, readonly Rights[]>> = {
  command: [
    OF_EVERYBODY,
    OF_WRITERS,
    OF_WEB,
    {
      command: ALL,
      identity: ALL,
      integration: ALL,
      push: ALL,
      // Destroys the keys of erased persons and users, and re-wraps all under a new master key.
      'personal_data.subject_key': ['select', 'insert', 'update'],
      'webhook.delivery': ['select', 'insert'],
      'webhook.endpoint': READ,
    },
  ],
  projector: [
    OF_EVERYBODY,
    OF_WRITERS,
    { webhook: ALL, push: ALL, integration: READ, 'integration.secret': ['select', 'delete'] },
  ],
  signer: [OF_EVERYBODY, OF_WRITERS, OF_WEB, { signer: ALL }],
  query: [
    OF_EVERYBODY,
    OF_WEB,
    {
      'read.projection_position': READ,
      'read.build_progress': READ,
      'identity.attempts': ['select', 'insert', 'update'],
    },
  ],
};

/** Read models come and go with the projector, which makes them. */
const OWNED_BY_PROJECTOR = new Set(['projector', 'read']);

/**
 * What a statement may take and a transaction may idle, milliseconds: a pooler does not pass on what a service asks
 * for.
 */
const TIME_LIMITS: Readonly<Record<ServiceName, number>> = {
  command: 60_000,
  query: 10_000,
  projector: 60_000,
  signer: 60_000,
};
const LONGEST_IDLE_MS = 60_000;

/** @throws RolesRefused for a prefix of names that are none, or are taken */
export function rolesOf(prefix: string): ServiceRole[] {
  if (!/^[a-z][a-z\d_]{0,50}$/.test(prefix))
    throw new RolesRefused('--roles são letras minúsculas, algarismos e _, com uma letra no começo');
  if (`${prefix}_query` === QUERY_ROLE)
    throw new RolesRefused(`${QUERY_ROLE} já é o papel que prende consultas a uma conta: use outro prefixo`);
  return SERVICES.map((service) => ({ service, name: `${prefix}_${service}` }));
}

/**
 * Makes the roles, without a password, and gives each exactly what its service does. All at once, or nothing; what a
 * role had before in the product's schemas is taken from it.
 *
 * @throws RolesRefused
 */
export async function grantToServices(pool: Pool, roles: readonly ServiceRole[]): Promise<void> {
  const client = await connectSession(pool);
  try {
    await client.query('begin');
    for (const role of roles) await makeRole(client, role);
    const schemas = await schemasIn(client);
    for (const role of roles) await grant(client, role, schemas);
    await client.query('commit');
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42501')
      throw new RolesRefused(
        `o usuário de DATABASE_URL não pode criar os papéis ou dar-lhes direitos (CREATEROLE, dono dos esquemas): ${message}`,
      );
    throw error;
  } finally {
    await client.end();
  }
}

export const newPassword = (): string => randomBytes(24).toString('base64url');

/** The server gets a verifier (RFC 5803), so that its statement log holds no password. */
export async function setPassword(pool: Pool, { name }: ServiceRole, password: string): Promise<void> {
  const verifier = scramVerifier(password, randomBytes(16));
  await pool.query(`alter role ${escapeIdentifier(name)} password ${escapeLiteral(verifier)}`);
}

/** SCRAM-SHA-256 (RFC 5802, 7677), as `pg_authid` keeps it; of a password of ASCII, which SASLprep leaves as it is. */
function scramVerifier(password: string, salt: Buffer): string {
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const head = `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}`;
  return `${head}$${stored}:${keyed('Server Key').toString('base64')}`;
}

async function makeRole(client: ClientBase, { service, name }: ServiceRole): Promise<void> {
  const role = escapeIdentifier(name);
  const known = await client.query<{ strong: boolean }>(
    'select rolsuper or rolbypassrls as strong from pg_roles where rolname = $1',
    [name],
  );
  if (known.rows[0]?.strong === true)
    throw new RolesRefused(
      `o papel ${name} já existe e passa por cima dos direitos (SUPERUSER ou BYPASSRLS)`,
    );
  if (known.rows.length === 0) await client.query(`create role ${role} login`);
  await client.query(`
    alter role ${role} set statement_timeout = ${TIME_LIMITS[service]};
    alter role ${role} set idle_in_transaction_session_timeout = ${LONGEST_IDLE_MS};`);
  if (service === 'query') await client.query(`grant ${QUERY_ROLE} to ${role} with inherit false, set true`);
  // Migrations change what this role owns.
  if (service === 'projector')
    await client.query(`grant ${role} to current_user with inherit true, set true`);
}

async function schemasIn(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
      where exists (select from pg_class c where c.relnamespace = n.oid and c.relname = 'migrations')
        and n.nspname <> 'shared' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function grant(
  client: ClientBase,
  { service, name }: ServiceRole,
  schemas: readonly string[],
): Promise<void> {
  const role = escapeIdentifier(name);
  const isOwned = (schema: string): boolean => service === 'projector' && OWNED_BY_PROJECTOR.has(schema);
  for (const schema of ['shared', ...schemas]) {
    if (isOwned(schema)) await giveAway(client, schema, role);
    else
      await client.query(`
        revoke all on all tables in schema ${schema} from ${role};
        revoke all on all sequences in schema ${schema} from ${role};
        revoke all on schema ${schema} from ${role};
        grant usage on schema ${schema} to ${role};`);
    await client.query(`grant select on ${schema}.migrations to ${role}`);
  }
  for (const [what, rights] of PRIVILEGES[service].flatMap((each) => Object.entries(each))) {
    const [schema = '', table] = what.split('.');
    // A log of its own server has no schema here.
    if (!schemas.includes(schema) || isOwned(schema)) continue;
    const tables = table === undefined ? `all tables in schema ${schema}` : what;
    await client.query(`grant ${rights.join(', ')} on ${tables} to ${role}`);
    if (table === undefined && rights.includes('insert'))
      await client.query(`grant usage on all sequences in schema ${schema} to ${role}`);
    // Only the migrating role reads which migrations were applied.
    if (table === undefined && rights.length > 1)
      await client.query(`revoke insert, update, delete on ${schema}.migrations from ${role}`);
  }
  await openRows(
    client,
    PRIVILEGES[service].flatMap((each) => Object.keys(each)),
    name,
  );
}

/**
 * Row-level security keeps tenants apart for the role that reads for callers, and exempts the owner. A service that is
 * no owner sees the rows that it writes by a policy of its own.
 */
async function openRows(client: ClientBase, tables: readonly string[], name: string): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select format('%I.%I', n.nspname, relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where relkind = 'r' and relrowsecurity
        and (n.nspname = any ($1) or n.nspname || '.' || relname = any ($1)) and n.nspname <> 'read'`,
    [tables],
  );
  const role = escapeIdentifier(name);
  for (const { table } of rows)
    await client.query(`
      drop policy if exists ${role} on ${table};
      create policy ${role} on ${table} to ${role} using (true) with check (true);`);
}

/** Tables bind their owner by a policy that names it. */
async function giveAway(client: ClientBase, schema: string, role: string): Promise<void> {
  await client.query(`alter schema ${schema} owner to ${role}`);
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %I.%I owner to ${role}', case relkind when 'v' then 'view' else 'table' end, n.nspname, relname) as statement
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and relkind in ('r', 'v')
     union all
     select format('alter function %s owner to ${role}', p.oid::regprocedure)
       from pg_proc p where p.pronamespace = $1::regnamespace
     union all
     select format('alter policy %I on %I.%I to ${role}', policyname, schemaname, tablename)
       from pg_policies where schemaname = $1 and policyname = 'projector_writes'`,
    [schema],
  );
  for (const { statement } of rows) await client.query(statement);
}
