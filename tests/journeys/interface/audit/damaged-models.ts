import { expect, it } from 'vitest';

import type { Audited } from './use-audit.ts';
import type { Damage } from './use-damage.ts';

/** Damage to read models, indexes and keys. */
export function namesDamagedModels(audited: Audited, { sql, changed }: Damage): void {
  it('a row of a read model that says something else', async () => {
    const { rows } = await sql(
      "select table_name from information_schema.tables where table_schema = 'read' and table_type = 'BASE TABLE' and table_name like 'process%' order by table_name",
    );
    const table =
      (rows as { table_name: string }[])
        .map((row) => row.table_name)
        .find((name) => /^process(_v?\d|$|__)/.test(name)) ?? '';
    await sql(
      `update read."${table}" set summary = summary || ' (outro)' where ctid = (select ctid from read."${table}" limit 1)`,
    );
    const { status, said } = await audited.run('fsck', '--only', 'read-models');
    await sql(`update read."${table}" set summary = replace(summary, ' (outro)', '')`);
    expect([status, said]).toEqual([1, expect.stringMatching(/a linha é outra .*\(summary\)/)]);
  });

  const [MENTIONS, ISSUED, OPEN, UNPLACED, KEYS] = [
    'personal_data.mention',
    'signer.issued_version',
    'command.open_process',
    'command.unplaced_webhook',
    'personal_data.subject_key',
  ] as const;
  const someOf = (table: string) => `ctid = (select min(ctid) from ${table})`;

  it.each([
    [
      'a mention that is gone',
      'indexes',
      MENTIONS,
      `delete from ${MENTIONS} where ${someOf(MENTIONS)}`,
      /: falta no índice de dados pessoais a menção a [\da-f-]{36}\n/,
    ],
    [
      'a mention that the log does not make',
      'indexes',
      MENTIONS,
      `insert into ${MENTIONS} select subject_id, 'process-nenhum' from ${MENTIONS} limit 1`,
      / process-nenhum: o índice de dados pessoais tem uma menção que o registro não faz/,
    ],
    [
      'an issued file that is unknown',
      'indexes',
      ISSUED,
      `delete from ${ISSUED} where ${someOf(ISSUED)}`,
      /falta no índice de arquivos emitidos um que o registro emitiu \([\da-f]{64}\)/,
    ],
    [
      'a file that was never issued',
      'indexes',
      ISSUED,
      `insert into ${ISSUED} select (jsonb_populate_record(i, jsonb_build_object('sha256', repeat('a', 64)))).* from ${ISSUED} i limit 1`,
      /o índice de arquivos emitidos tem um que o registro não emitiu \(a{64}\)/,
    ],
    [
      'an issued file that is said to be of another account',
      'indexes',
      ISSUED,
      `update ${ISSUED} set tenant_id = gen_random_uuid() where ${someOf(ISSUED)}`,
      /o índice de arquivos emitidos diz de um outra coisa que o registro/,
    ],
    [
      'an open process that is unknown',
      'indexes',
      OPEN,
      `delete from ${OPEN} where ${someOf(OPEN)}`,
      /processo [\da-f-]{36}: falta no índice de processos em aberto/,
    ],
    [
      'an open process that never was',
      'indexes',
      OPEN,
      `insert into ${OPEN} values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}')`,
      /processo [\da-f-]{36}: está no índice de processos em aberto, e o registro não o tem/,
    ],
    [
      'an open process that is said to wait for no person',
      'indexes',
      OPEN,
      `update ${OPEN} set person_ids = '{}' where ${someOf(OPEN)}`,
      /processo [\da-f-]{36}: o índice de processos em aberto diz dele outra coisa/,
    ],
    [
      'a webhook without a place that never was',
      'indexes',
      UNPLACED,
      `insert into ${UNPLACED} (webhook_id, tenant_id) values (gen_random_uuid(), gen_random_uuid())`,
      /webhook [\da-f-]{36}: está no índice de webhooks sem lugar, e o registro não o tem assim/,
    ],
    [
      'a key that ended without an erasure',
      'keys',
      KEYS,
      `update ${KEYS} set wrapped = null, master_key = null, destroyed_at = now()
        where subject_id = (select subject_id from ${KEYS} where wrapped is not null limit 1)`,
      /subject_key [\da-f-]{36}: a chave dos dados pessoais foi destruída sem que o registro/,
    ],
  ])('%s', async (_case, check, table, statement, words) => {
    const { status, said } = await changed(table, statement, 'fsck', '--only', check);
    expect([status, said]).toEqual([1, expect.stringMatching(words)]);
  });

  it('a read model that is not there', async () => {
    await sql(
      "create table public.pointer as select * from projector.checkpoint where projection = 'person'",
    );
    await sql("delete from projector.checkpoint where projection = 'person'");
    const { status, said } = await audited.run('fsck', '--only', 'read-models');
    await sql('insert into projector.checkpoint select * from public.pointer');
    expect([status, said]).toEqual([1, expect.stringContaining('o modelo de leitura não existe')]);
  });
}
