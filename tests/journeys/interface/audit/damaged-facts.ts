import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, it } from 'vitest';

import type { Audited } from './use-audit.ts';
import { again, first, set, type Damage } from './use-damage.ts';

/** Damage to files and to the log. */
export function namesDamagedFacts(audited: Audited, { sql, damaged }: Damage): void {
  const blobFiles = (): string[] =>
    readdirSync(join(audited.lacre.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f]{60,}/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name));
  it('a file that is gone, and one with another byte', async () => {
    // A step of sealing that was tried twice leaves a file behind that the log does not name.
    const { rows } = await sql("select string_agg(data::text, ' ') as told from event_store.events");
    const { told } = rows[0] as { told: string };
    const [gone = '', altered = ''] = blobFiles().filter((file) => told.includes(basename(file)));
    const [whole, sound] = [readFileSync(gone), readFileSync(altered)];
    expect((await audited.run('fsck', '--only', 'blobs')).status).toBe(0);
    rmSync(gone);
    const bytes = Buffer.from(sound);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(altered, bytes);
    const before = await audited.run('fsck', '--only', 'blobs');
    const { status, said } = await audited.run('fsck', '--only', 'blobs', '--whole');
    const after = await audited.run('fsck', '--only', 'blobs');
    writeFileSync(gone, whole);
    writeFileSync(altered, sound);
    expect(status).toBe(1);
    expect(said).toMatch(
      /não está no armazenamento[\s\S]*alterado no armazenamento|alterado no armazenamento[\s\S]*não está no armazenamento/,
    );
    // Both had been read and found whole, and were not read again; what did not fit is read until it does.
    const passedOver = expect.stringContaining('verificações anteriores') as string;
    expect(before).toMatchObject({ status: 0, said: passedOver });
    expect(said).not.toContain('verificações anteriores');
    expect(after).toMatchObject({ status: 1, said: passedOver });
    expect(after.said.match(/não está no|alterado no/g)?.toSorted()).toEqual(['alterado no', 'não está no']);
    expect(createHash('sha256').update(readFileSync(altered)).digest('hex')).toBe(
      createHash('sha256').update(sound).digest('hex'),
    );
    expect((await audited.run('fsck', '--only', 'blobs')).status).toBe(0);
  });

  it('an event that was taken out of the log', async () => {
    await sql(
      "create table public.kept as select * from event_store.events where type = 'CreditsConsumed' limit 1",
    );
    await sql('alter table event_store.events disable trigger all');
    await sql(
      'delete from event_store.events e using public.kept k where (e.stream, e.revision) = (k.stream, k.revision)',
    );
    const log = await audited.run('fsck', '--only', 'log');
    const credits = await audited.run('fsck', '--only', 'credits');
    const models = await audited.run('fsck', '--only', 'read-models');
    await sql('insert into event_store.events overriding system value select * from public.kept');
    expect(log).toMatchObject({
      status: 1,
      said: expect.stringContaining('falta algo no registro') as string,
    });
    expect(credits.status).toBe(1);
    expect(models.status).toBe(1);
    expect((await audited.run('fsck')).status).toBe(0);
  });

  it.each([
    ['an event of no form', 'log', set('documents', 'nada', first('ProcessCreated')), 'não tem a forma'],
    [
      'one of no type',
      'log',
      `update event_store.events set type = 'Nada' where ${first('SealRendered')}`,
      'não existe',
    ],
    [
      'personal data that was not erased and cannot be read',
      'log',
      `update event_store.events set metadata = (metadata::jsonb - 'personalData')::json where ${first('PersonCreated')}`,
      'ninguém os apagou',
    ],
    ['an event of another put in again', 'log', again('SignatureSigned'), 'ninguém os apagou'],
    [
      'a credit that was not consumed',
      'credits',
      `delete from event_store.events where ${first('CreditsConsumed')}`,
      'selado, não foi consumido',
    ],
    ['a credit consumed twice', 'credits', again('CreditsConsumed'), 'acertado duas vezes'],
    [
      'more credits than documents',
      'credits',
      set('amount', 7, first('CreditsReserved')),
      'reservou 7 créditos',
    ],
    [
      'a document that cost more',
      'credits',
      set('amount', 3, first('CreditsConsumed')),
      'acertou 3 créditos',
    ],
    [
      'a seal that is gone as a whole',
      'seals',
      `delete from event_store.events where stream = (select stream from event_store.events where ${first('SealRendered')})`,
      'falta o registro do selo',
    ],
    [
      'a document called sealed in another file',
      'seals',
      set('sha256', 'a'.repeat(64), first('DocumentSealed')),
      'outro arquivo que não o do selo',
    ],
    [
      'a signature of another file',
      'seals',
      set('documentSha256', 'a'.repeat(64), first('SignatureSigned')),
      'a assinatura não é do arquivo',
    ],
    [
      'a lost logo',
      'blobs',
      set('image,sha256', 'b'.repeat(64), first('TenantImageChanged')),
      'o logotipo da conta não está',
    ],
    [
      'a lost picture',
      'blobs',
      set('avatar,sha256', 'b'.repeat(64), first('UserAvatarChanged')),
      'a foto do usuário não está',
    ],
  ])('%s', async (_case, check, statement, words) => {
    const { status, said } = await damaged(statement, 'fsck', '--only', check);
    expect([status, said]).toEqual([1, expect.stringContaining(`✗ ${check}`)]);
    expect(said).toContain(words);
    // Of a log with another past nothing was read before.
    expect(said).not.toMatch(/blobs:.*verificações anteriores/);
    expect(said).not.toMatch(/^\s+at /m);
  });

  it('a key that an erasure left', async () => {
    const other = `to_jsonb((select min(subject_id::text) from personal_data.subject_key where wrapped is not null))`;
    const statement = `update event_store.events set data = jsonb_set(data::jsonb, '{personId}', ${other})::json
                        where type in ('PersonErased', 'PersonErasureCompleted')`;
    const { status, said } = await damaged(statement, 'fsck', '--only', 'keys');
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/ person-[\da-f-]{36}: a chave dos dados pessoais ainda existe/),
    ]);
  });

  it('but not a credit that is still to be settled', async () => {
    const { rows } = await sql(
      `select data ->> 'documentId' as id from event_store.events where ${first('CreditsConsumed')}`,
    );
    const [{ id }] = rows as [{ id: string }];
    await sql(
      `insert into projector.open_work (kind, key, tenant_id, payload, opened_position, opened_at, not_before)
       values ('consume-credit', '${id}', gen_random_uuid(), '{}', '1', now(), now() + interval '1 day')`,
    );
    const statement = `delete from event_store.events where ${first('CreditsConsumed')}`;
    const { status, said } = await damaged(statement, 'fsck', '--only', 'credits');
    await sql(`delete from projector.open_work where kind = 'consume-credit' and key = '${id}'`);
    expect([status, said]).toEqual([0, expect.stringContaining('(falta acertar 1, ')]);
  });

  it('a job that the queue gave up on, on the screen of status', async () => {
    await sql(
      `insert into work_queue.dead_letter (queue, dedupe_key, payload, attempts, last_error)
       values ('seal-document', 'um', '{}', 20, 'o disco de Ana')`,
    );
    const { status, said } = await audited.run('status');
    await sql('delete from work_queue.dead_letter');
    expect(status).toBe(1);
    expect(said).toMatch(/^Desistências +seal-document +1 +a mais recente há \d+ s$/m);
    expect(said).toContain('✗ a fila desistiu de um trabalho seal-document: veja lacre work list\n');
    expect(said).not.toContain('Ana');
    expect((await audited.run('status')).said).not.toContain('desist');
  });

  it('what a single check has to pass over is named all the same', async () => {
    const statement = set('documents', 'nada', first('ProcessCreated'));
    const { status, said } = await damaged(statement, 'fsck', '--only', 'blobs');
    expect([status, said]).toEqual([1, expect.stringContaining('ProcessCreated não tem a forma')]);
  });

  it('and replays or exports nothing that it cannot read', async () => {
    const statement = `update event_store.events set metadata = (metadata::jsonb - 'personalData')::json where ${first('PersonCreated')}`;
    const { status, said } = await damaged(statement, 'audit', 'export');
    expect([status, said]).toEqual([1, expect.stringContaining('lacre fsck')]);
    // Nothing of all this damage was left behind.
    const { status: after, said: found } = await audited.run('fsck');
    expect([after, found]).toEqual([0, expect.stringContaining('Tudo confere')]);
  });
}
