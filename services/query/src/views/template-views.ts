import { meaningOf, peopleKeysOf, placeholdersOf, type AnswerOf, type Part } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import { sql } from 'kysely';

import type { Reader } from '../reading/read-models.ts';

type Template = AnswerOf<'getTemplate'>;
type Envelope = AnswerOf<'getEnvelope'>;
type SignerGroup = AnswerOf<'getSignerGroup'>;

const moments = (row: { created_at: Date; edited_at: Date }) => ({
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at.toISOString(),
});

/** Rows that carry a tag. */
export const tagged = (tagId: string) => sql<boolean>`fields -> 'tagIds' ? ${tagId}`;

type Tags = Template['tags'];

/** The tags that a row's fields name, as far as these are there. */
const tagsOf = (view: 'read.template' | 'read.envelope') =>
  sql<Tags>`(
    select coalesce(json_agg(json_build_object('tagId', t.tag_id, 'name', t.name) order by t.sort_name), '[]')
      from read.tag as t
     where t.tag_id in (select jsonb_array_elements_text(${sql.ref(`${view}.fields`)} -> 'tagIds')::uuid)
  )`.as('tags');

const idsOf = (tags: Tags): string[] => tags.map(({ tagId }) => tagId);

export const wholeTemplates = (db: Reader) =>
  db.selectFrom('read.template').selectAll('read.template').select(tagsOf('read.template'));

export function templateOf(row: ReadSchema['read.template'] & { tags: Tags }): Template {
  const { content, fields, tags } = row;
  const people = peopleKeysOf(fields.roles);
  const values = placeholdersOf(content).filter(
    (placeholder) => meaningOf(placeholder, people)?.of === 'value',
  );
  return {
    ...fields,
    tagIds: idsOf(tags),
    tags,
    templateId: row.template_id,
    content,
    values,
    ...moments(row),
  };
}

/** Envelopes with those of their templates that are still there. */
export function wholeEnvelopes(db: Reader) {
  return db
    .selectFrom('read.envelope')
    .selectAll('read.envelope')
    .select(tagsOf('read.envelope'))
    .select(
      sql<Envelope['templates']>`(
        select coalesce(json_agg(json_build_object(
          'templateId', t.template_id, 'name', t.fields ->> 'name', 'kind', t.content ->> 'kind',
          'roles', t.fields -> 'roles'
        ) order by named.ordinal), '[]')
          from jsonb_array_elements_text(read.envelope.fields -> 'templateIds') with ordinality as named (id, ordinal)
          join read.template as t on t.template_id = named.id::uuid
      )`.as('templates'),
    );
}

export const envelopeOf = (
  row: ReadSchema['read.envelope'] & { templates: Envelope['templates']; tags: Tags },
): Envelope => ({
  ...row.fields,
  tagIds: idsOf(row.tags),
  tags: row.tags,
  envelopeId: row.envelope_id,
  templates: row.templates,
  ...moments(row),
});

/** Who takes part; `atRequestOf` is null of who signs for themselves too. */
type MemberRow = Omit<SignerGroup['members'][number], 'atRequestOf'> & {
  atRequestOf: { personId: string; name: string; cpf: string } | null;
};

/** Groups with those of their members who are still registered. */
export function wholeSignerGroups(db: Reader) {
  return db
    .selectFrom('read.signer_group')
    .selectAll('read.signer_group')
    .select(
      sql<MemberRow[]>`(
        select coalesce(json_agg(json_build_object(
          'personId', p.person_id, 'part', named.member ->> 'part', 'name', p.fields ->> 'name', 'cpf', p.cpf,
          'email', p.fields ->> 'email', 'atRequestOf', case when r.person_id is not null then json_build_object(
            'personId', r.person_id, 'name', r.fields ->> 'name', 'cpf', r.cpf
          ) end
        ) order by named.ordinal), '[]')
          from jsonb_array_elements(read.signer_group.fields -> 'members') with ordinality as named (member, ordinal)
          join read.person as p on p.person_id = (named.member ->> 'personId')::uuid
          left join read.person as r on r.person_id = (named.member #>> '{atRequestOf,personId}')::uuid
      )`.as('members'),
    );
}

export function signerGroupOf(row: ReadSchema['read.signer_group'] & { members: MemberRow[] }): SignerGroup {
  const { name, members } = row.fields;
  const there = new Map(row.members.map((member) => [member.personId, member]));
  const shown: SignerGroup['members'] = [];
  const missing: string[] = [];
  for (const { personId, atRequestOf } of members) {
    const found = there.get(personId);
    if (found === undefined) {
      missing.push(personId);
      continue;
    }
    const { atRequestOf: requesting, ...member } = found;
    shown.push(atRequestOf === undefined ? member : { ...member, atRequestOf: requesting });
    if (atRequestOf !== undefined && requesting === null) missing.push(atRequestOf.personId);
  }
  return {
    signerGroupId: row.signer_group_id,
    name,
    part: members[0]?.part as Part,
    members: shown,
    missing,
    ...moments(row),
  };
}
