import { createHash } from 'node:crypto';

import type { Pool } from 'pg';

/** What is put into the read tables by SQL, as the projector would have left it. */
export interface Fill {
  tenantId: string;
  /** Each of two participants and one document. */
  processes: number;
  persons: number;
  /** Besides those that have processes. */
  moreCompanies?: number;
}

/** Every process is of one of these companies, and carries one of these tags. */
const COMPANIES = 50;
const TAGS = 20;

const FIRST = 'ana maria joao jose pedro paulo lucas carla bruna rita rui eva leo bia davi nina hugo tais';
const LAST = 'silva souza lima santos costa pereira alves rocha dias melo nunes pinto reis moura campos';
const KINDS = 'contrato aditivo procuracao termo locacao venda compra prestacao distrato acordo';
const listOf = (words: string): string => `(array['${words.split(' ').join("','")}'])`;
const one = (words: string, of: string): string =>
  `${listOf(words)}[1 + (${of}) % ${words.split(' ').length}]`;

/** An id that is the same for the same tenant, kind and number. */
const idOf = (kind: string, number: string): string =>
  `overlay(overlay(md5('${kind}:' || $1::text || ':' || (${number})::text) placing '5' from 13) placing '8' from 17)::uuid`;
/** Spreads numbers, the same way each time. */
const mixed = (number: string, by: number): string => `((${number})::bigint * 2654435761 / ${by} % 1000003)`;
const statusOf = (n: string): string =>
  `case when ${n} % 1000 = 0 then 'rejected' when ${n} % 50 = 1 then 'canceled'
        when ${n} % 20 = 2 then 'waiting' else 'finished' end`;
const createdAt = (n: string): string => `timestamptz '2024-01-01' + ${n} * interval '30 seconds'`;
const nameOf = (person: string): string =>
  `${one(FIRST, mixed(person, 3))} || ' ' || ${one(LAST, mixed(person, 7))} || ' ' || ${one(LAST, mixed(person, 11))}`;
const cpfOf = (person: string): string => `lpad((${mixed(person, 1)} * 91 + ${person})::text, 11, '0')`;
const signer = (n: string, ordinal: number, persons: string): string =>
  `((${mixed(`${n} + ${ordinal}`, 5)} + ${n}) % ${persons})`;

/** The underlying tables of the views in schema `read`, which the projector has made. */
async function tablesOf(pool: Pool): Promise<(name: string) => string> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'read' and tablename ~ '_v[0-9]+$'`,
  );
  return (wanted) => {
    const found = rows.find(({ name }) => name.replace(/_v\d+$/, '') === wanted);
    if (found === undefined) throw new Error(`no table of ${wanted}`);
    return `read."${found.name}"`;
  };
}

const COMPANY = idOf('company', `n % ${COMPANIES}`);
const SUMMARY = `initcap(${one(KINDS, mixed('n', 13))}) || ' de ' || ${one(KINDS, mixed('n', 17))} || ' número ' || n`;
const lexeme = (text: string): string => `left($1::text, 4) || ':' || ${text}`;

const wordsOfSigner = (person: string): string[] => [
  lexeme(one(FIRST, mixed(person, 3))),
  lexeme(one(LAST, mixed(person, 7))),
  lexeme(one(LAST, mixed(person, 11))),
  lexeme(cpfOf(person)),
];
const wordsOfSigners = (persons: number): string =>
  [0, 1].flatMap((ordinal) => wordsOfSigner(`(${signer('n', ordinal, `${persons}::bigint`)})`)).join(', ');

type Named = (table: string) => string;

/** Companies from $2 to $3. */
const ofCompanies = (table: Named): string[] => [
  `insert into ${table('company')}
       select ${idOf('company', 'n')}, $1::uuid, lpad(n::text, 14, '0'), true, jsonb_build_object('companyName', 'Empresa ' || n),
              'empresa ' || n, 'empresa ' || n, now(), now() from generate_series($2::bigint, $3::bigint) n`,
  `insert into ${table('company_count')} as c values ($1::uuid, $3::bigint - $2::bigint + 1)
     on conflict (tenant_id) do update set companies = c.companies + excluded.companies`,
];

/** Once for each tenant. */
const ofTenant = (table: Named): string[] => [
  `insert into ${table('tag')}
       select ${idOf('tag', 'n')}, $1::uuid, 'Marca ' || n, 'marca ' || n, jsonb_build_array('marca', n::text)
         from generate_series(0, ${TAGS - 1}) n`,
  `insert into ${table('credits')} values ($1, 1000000, 0, 0, 0)`,
];

/** Of persons from $2 to $3. */
const ofPersons = (table: Named): string[] => [
  `insert into ${table('person')}
     select ${idOf('person', 'n')}, $1::uuid, ${cpfOf('n')}, jsonb_build_object('name', ${nameOf('n')}, 'email', n || '@exemplo.com.br'),
            ${nameOf('n')}, ${nameOf('n')} || ' ' || ${cpfOf('n')}, now(), now(), true
       from generate_series($2::bigint, $3::bigint) n`,
  `insert into ${table('person_count')} as c values ($1::uuid, $3::bigint - $2::bigint + 1)
     on conflict (tenant_id) do update set persons = c.persons + excluded.persons`,
];

const MORE_OF_EACH_STATE = `do update set waiting = c.waiting + excluded.waiting, finished = c.finished + excluded.finished,
       rejected = c.rejected + excluded.rejected, canceled = c.canceled + excluded.canceled`;

/** Of processes from $2 to $3. */
const ofProcesses = (table: Named, persons: number): string[] => [
  `insert into ${table('process')}
     select ${idOf('process', 'n')}, $1::uuid, ${COMPANY}, ${SUMMARY}, ${statusOf('n')},
            jsonb_build_object('companyId', ${COMPANY}, 'companyName', 'Empresa ' || n % ${COMPANIES}, 'cnpj', '1'),
            jsonb_build_object('userId', ${idOf('user', '1')}, 'name', 'Rui Lima'), 'Conta', 1, false, false, 1, null, null, null,
            ${createdAt('n')}, ${createdAt('n')} from generate_series($2::bigint, $3::bigint) n`,
  `insert into ${table('process_search')}
     select ${idOf('process', 'n')}, $1::uuid, ${COMPANY}, ${statusOf('n')}, ${createdAt('n')},
            array_to_tsvector(array(select distinct word from unnest(array[
              ${lexeme(one(KINDS, mixed('n', 13)))}, ${lexeme(one(KINDS, mixed('n', 17)))}, ${lexeme('n::text')},
              ${lexeme(`'empresa'`)}, ${lexeme(`(n % ${COMPANIES})::text`)},
              ${wordsOfSigners(persons)},
              left($1::text, 4) || '#' || ${idOf('tag', `n % ${TAGS}`)}]) word))
       from generate_series($2::bigint, $3::bigint) n`,
  `insert into ${table('process_tag')}
     select ${idOf('process', 'n')}, ${idOf('tag', `n % ${TAGS}`)}, $1::uuid, ${COMPANY} from generate_series($2::bigint, $3::bigint) n`,
  `insert into ${table('process_document')}
     select ${idOf('document', 'n')}, ${idOf('process', 'n')}, $1::uuid, ${COMPANY}, 0, 'contrato_' || n || '.pdf', 'sealed',
            2, 100000, repeat('0', 64), false, false, null, 'archived', null, ${createdAt('n')}, null, null, null, null, '[]'
       from generate_series($2::bigint, $3::bigint) n`,
  ...[0, 1].map((ordinal) => participants(table, ordinal, signer('n', ordinal, `${persons}::bigint`))),
  `insert into ${table('process_count')} as c
     select $1::uuid, count(*) filter (where s = 'waiting'), count(*) filter (where s = 'finished'),
            count(*) filter (where s = 'rejected'), count(*) filter (where s = 'canceled')
       from (select ${statusOf('n')} as s from generate_series($2::bigint, $3::bigint) n) each
     on conflict (tenant_id) ${MORE_OF_EACH_STATE}`,
  `insert into ${table('company_process_count')} as c
     select $1::uuid, company, count(*) filter (where s = 'waiting'), count(*) filter (where s = 'finished'),
            count(*) filter (where s = 'rejected'), count(*) filter (where s = 'canceled')
       from (select ${COMPANY} as company, ${statusOf('n')} as s from generate_series($2::bigint, $3::bigint) n) each
      group by company
     on conflict (tenant_id, company_id) ${MORE_OF_EACH_STATE}`,
  `insert into ${table('tag_count')} as c
     select $1::uuid, ${idOf('tag', 'tag')}, count(*)
       from (select n % ${TAGS} as tag from generate_series($2::bigint, $3::bigint) n) each group by tag
     on conflict (tenant_id, tag_id) do update set processes = c.processes + excluded.processes`,
];

/** What reports are made of, of processes from $2 to $3: how long something took is spread over all classes. */
const ofReports = (table: Named, persons: number): string[] => [
  ...[
    { figure: `'created'`, delay: '0', of: 'true' },
    { figure: statusOf('n'), delay: '0', of: `${statusOf('n')} in ('rejected', 'canceled')` },
    { figure: `'finished'`, delay: 'n % 8', of: `${statusOf('n')} = 'finished'` },
    { figure: `'signed'`, delay: 'n % 7', of: `${statusOf('n')} = 'finished'` },
  ].map(
    ({ figure, delay, of }) => `insert into ${table('monthly_figure')} as f
     select $1::uuid, to_char(${createdAt('n')}, 'YYYY-MM'), ${COMPANY}, ${figure}, ${delay}, count(*)
       from generate_series($2::bigint, $3::bigint) n where ${of} group by 2, 3, 4, 5
     on conflict (tenant_id, month, company_id, figure, delay) do update set total = f.total + excluded.total`,
  ),
  ...[0, 1].map(
    (ordinal) => `insert into ${table('awaited_person')}
     select ${idOf('process', 'n')}, ${idOf('person', signer('n', ordinal, `${persons}::bigint`))}, $1::uuid, ${COMPANY}, ${createdAt('n')}
       from generate_series($2::bigint, $3::bigint) n where ${statusOf('n')} = 'waiting' on conflict do nothing`,
  ),
  `insert into ${table('refusal')}
     select ${idOf('process', 'n')}, ${idOf('person', signer('n', 0, `${persons}::bigint`))}, $1::uuid, ${COMPANY}, ${createdAt('n')}
       from generate_series($2::bigint, $3::bigint) n where ${statusOf('n')} = 'rejected'`,
];

const participants = (table: Named, ordinal: number, person: string): string =>
  `insert into ${table('process_participant')}
       select ${idOf('process', 'n')}, ${idOf('person', person)}, $1::uuid, ${COMPANY}, ${ordinal}, 'signer', ${nameOf(person)},
              ${cpfOf(person)}, ${person} || '@exemplo.com.br', null, '{}', 1, null, 'sent', null
         from generate_series($2::bigint, $3::bigint) n on conflict do nothing`;

/** What is written down of processes from $2 to $3. */
const ofStatements = (table: Named): string[] => [
  `insert into ${table('credit_movement')}
     select $1::uuid, n + 1, lpad(n::text, 20, '0'), ${createdAt('n / 2')}, case n % 2 when 0 then 'reserved' else 'consumed' end,
            1, 1000000, 0, null, ${idOf('process', 'n / 2')}, ${idOf('document', 'n / 2')}
       from generate_series(2 * $2::bigint, 2 * $3::bigint + 1) n`,
  `insert into ${table('tenant_event')}
     select $1::uuid, n + 1, lpad(n::text, 20, '0'), 'process-' || n, 0, ${createdAt('n')},
            case when n % 10 = 0 then 'user' else 'process' end,
            case when n % 10 = 0 then 'UserEdited' else 'ProcessCreated' end,
            ${idOf('user', '1')}, ${idOf('user', '2')}, ${idOf('process', 'n / 10')}
       from generate_series($2::bigint, $3::bigint) n`,
  `insert into security.entry (tenant_id, at, kind, status, source, times, caller_kind, caller_id)
     select $1::uuid, ${createdAt('n')}, 'sign-in', 200, '10.0.0.0', 1, 'user', ${idOf('user', '1')} from generate_series($2::bigint, $3::bigint) n`,
];

/** The user who did everything in a filled account, a process of it, and two companies that have processes. */
export const filledIds = (tenantId: string): { userId: string; processId: string; companyIds: string[] } => ({
  userId: sameId('user', tenantId, 1),
  processId: sameId('process', tenantId, 7),
  companyIds: [sameId('company', tenantId, 1), sameId('company', tenantId, 2)],
});

/** As `idOf`. */
function sameId(kind: string, tenantId: string, number: number): string {
  const digest = createHash('md5').update(`${kind}:${tenantId}:${number}`).digest('hex');
  const hex = `${digest.slice(0, 12)}5${digest.slice(13, 16)}8${digest.slice(17)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Fills what lists read, processes from `from` on, and as many persons again with each part. */
export async function fillReadTables(
  pool: Pool,
  { tenantId, processes, persons, moreCompanies = 0 }: Fill,
  from = 0,
): Promise<void> {
  const table = await tablesOf(pool);
  const firstPerson = Math.round((from / processes) * persons);
  if (from === 0) for (const text of ofTenant(table)) await pool.query(text, [tenantId]);
  const companies = COMPANIES + (from / processes) * moreCompanies;
  for (const text of ofCompanies(table))
    await pool.query(text, [tenantId, from === 0 ? 0 : companies, companies + moreCompanies - 1]);
  for (const text of ofPersons(table))
    await pool.query(text, [tenantId, firstPerson, firstPerson + persons - 1]);
  for (const text of [...ofProcesses(table, persons), ...ofReports(table, persons), ...ofStatements(table)])
    await pool.query(text, [tenantId, from, from + processes - 1]);
}

/** Fills what reports are made of, and nothing else, for processes from `from` on. */
export async function fillReports(
  pool: Pool,
  { tenantId, processes, persons }: Pick<Fill, 'tenantId' | 'processes' | 'persons'>,
  from = 0,
): Promise<void> {
  const table = await tablesOf(pool);
  for (const text of ofReports(table, persons))
    await pool.query(text, [tenantId, from, from + processes - 1]);
}
