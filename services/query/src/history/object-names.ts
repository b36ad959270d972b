import type { AnswerOf, HistoryObjectKind } from '@lacre/contracts';
import { sql } from 'kysely';

import { anyOf } from '../reading/any-of.ts';
import type { Reader } from '../reading/read-models.ts';

type Entry = AnswerOf<'tenantEvents'>['items'][number];

/** What registers call some of their rows, by id. */
type Namer = (db: Reader, ids: readonly string[]) => Promise<{ id: string; name: string }[]>;

const NAMERS: Readonly<Record<HistoryObjectKind, Namer>> = {
  person: (db, ids) =>
    db
      .selectFrom('read.person')
      .select(['person_id as id', sql<string>`fields->>'name'`.as('name')])
      .where('person_id', '=', anyOf(ids))
      .execute(),
  user: (db, ids) =>
    db
      .selectFrom('read.user_account')
      .select(['user_id as id', 'name'])
      .where('user_id', '=', anyOf(ids))
      .execute(),
  company: (db, ids) =>
    db
      .selectFrom('read.company')
      .select(['company_id as id', sql<string>`fields->>'companyName'`.as('name')])
      .where('company_id', '=', anyOf(ids))
      .execute(),
  template: (db, ids) =>
    db
      .selectFrom('read.template')
      .select(['template_id as id', sql<string>`fields->>'name'`.as('name')])
      .where('template_id', '=', anyOf(ids))
      .execute(),
  envelope: (db, ids) =>
    db
      .selectFrom('read.envelope')
      .select(['envelope_id as id', sql<string>`fields->>'name'`.as('name')])
      .where('envelope_id', '=', anyOf(ids))
      .execute(),
  'signer-group': (db, ids) =>
    db
      .selectFrom('read.signer_group')
      .select(['signer_group_id as id', sql<string>`fields->>'name'`.as('name')])
      .where('signer_group_id', '=', anyOf(ids))
      .execute(),
  tag: (db, ids) =>
    db.selectFrom('read.tag').select(['tag_id as id', 'name']).where('tag_id', '=', anyOf(ids)).execute(),
  token: (db, ids) =>
    db
      .selectFrom('read.api_token')
      .select(['token_id as id', 'description as name'])
      .where('token_id', '=', anyOf(ids))
      .execute(),
  totem: (db, ids) =>
    db
      .selectFrom('read.totem')
      .select(['totem_id as id', 'name'])
      .where('totem_id', '=', anyOf(ids))
      .execute(),
  process: (db, ids) =>
    db
      .selectFrom('read.process')
      .select(['process_id as id', 'summary as name'])
      .where('process_id', '=', anyOf(ids))
      .execute(),
  document: (db, ids) =>
    db
      .selectFrom('read.process_document')
      .select(['document_id as id', 'name'])
      .where('document_id', '=', anyOf(ids))
      .execute(),
};

/** What is called by these ids today; one statement a register that is named, all of them in one round trip. */
export async function namesOf(
  db: Reader,
  objects: readonly { kind: HistoryObjectKind; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(([kind, some]) => NAMERS[kind](db, [...new Set(some.map(({ id }) => id))])),
  );
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/** The events with what they are about called by today's names; what is in no register any more keeps its own. */
export async function withNames(db: Reader, entries: readonly Entry[]): Promise<Entry[]> {
  const names = await namesOf(
    db,
    entries.flatMap(({ objects }) => objects),
  );
  return entries.map((entry) => ({
    ...entry,
    objects: entry.objects.map((object) => ({
      ...object,
      name: names.get(object.id) ?? object.name,
      exists: names.has(object.id),
    })),
  }));
}
