import { QUERY_ROLE } from '@lacre/read-models';
import { Client } from 'pg';

import { EngineRefused } from './fault-words.ts';

/** The major releases that the product is tested on. */
const OLDEST_MAJOR = 16;
const NEWEST_MAJOR = 18;

/** By SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'usuário ou senha errados',
  '28000': 'este usuário não pode entrar (pg_hba.conf: usuário, endereço ou TLS)',
  '3D000': 'o banco de dados não existe: crie-o antes',
  '53300': 'não há conexões livres no servidor (max_connections)',
  '57P03': 'o servidor ainda está iniciando',
  '42501': 'o usuário não tem direito de entrar neste banco',
  '08P01':
    'é o endereço de um intermediário de conexões (PgBouncer): DATABASE_DIRECT_URL tem de ser o do próprio servidor',
};

export interface AskDatabaseOptions {
  /** Whether migrations are run here, which need rights. */
  migrates: boolean;
  /** Whether it may be a pooler's address, which is given no settings of sessions. */
  isPooled: boolean;
}

/**
 * The release; and, where migrations are run, the rights that one would stop half-way without.
 *
 * @throws EngineRefused; what pg throws
 */
export async function askDatabase(
  url: string,
  timeoutMs: number,
  { migrates, isPooled }: AskDatabaseOptions,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    ...(!isPooled && { statement_timeout: timeoutMs }),
  });
  // A connection that breaks later is reported by the query that meets it.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{
      version: number;
      release: string;
      creates: boolean;
      roles: boolean;
    }>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_version') as release,
              has_database_privilege(current_database(), 'CREATE') as creates,
              exists (select from pg_roles where rolname = $1)
                or (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as roles`,
      [QUERY_ROLE],
    );
    const [found] = rows;
    if (found === undefined) throw new EngineRefused('o servidor não diz que versão é');
    const major = Math.floor(found.version / 10_000);
    if (major < OLDEST_MAJOR || major > NEWEST_MAJOR)
      throw new EngineRefused(
        `o servidor é PostgreSQL ${found.release}, e o Lacre pede do ${OLDEST_MAJOR} ao ${NEWEST_MAJOR}`,
      );
    if (!migrates) return;
    if (!found.creates)
      throw new EngineRefused('o usuário não pode criar esquemas neste banco (GRANT CREATE)');
    if (!found.roles)
      throw new EngineRefused(`o papel ${QUERY_ROLE} não existe, e o usuário não pode criá-lo (CREATEROLE)`);
  } catch (error) {
    const words = REFUSALS[(error as { code?: string }).code ?? ''];
    throw words === undefined ? error : new EngineRefused(words);
  } finally {
    await client.end().catch(() => {});
  }
}
