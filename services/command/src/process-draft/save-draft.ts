import { isDeepStrictEqual } from 'node:util';

import { reaches, type UserPrincipal } from '@lacre/access';
import { type AnswerOf, MAX_PROCESS_DRAFTS, TIME_ZONE } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Secrets } from '@lacre/personal-data/secrets';
import type { ProofSecret } from '@lacre/proofs';
import type { Pool } from 'pg';

import { company, companyOf } from '../company/decide-company.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { assertRegistered } from '../person/registered-persons.ts';
import { keptTags } from '../tenant/known-tags.ts';
import { user } from '../user/decide-user.ts';
import { userOf } from '../user/state.ts';
import { draftCipher } from './draft-cipher.ts';
import { countOf, findRow, isWithinReach, writeRow, type DraftRow } from './draft-rows.ts';
import { keptDraft, type DraftContent, type KeptDraft } from './kept-draft.ts';

/** What drafts are kept with. */
export interface DraftParts {
  readonly pool: Pool;
  readonly secrets: Secrets;
  readonly handler: CommandHandler;
  readonly proofSecret: ProofSecret;
  readonly now: () => Date;
}

/**
 * The draft, where the caller reaches it.
 *
 * @throws Refusal PROCESS_DRAFT_NOT_FOUND
 */
export async function reachedRow(
  { pool }: { pool: Pool },
  caller: UserPrincipal,
  draftId: string,
): Promise<DraftRow> {
  const row = await findRow(pool, draftId);
  if (row === undefined || row.tenant_id !== caller.tenantId || !isWithinReach(caller, row))
    throw new Refusal('PROCESS_DRAFT_NOT_FOUND');
  return row;
}

/**
 * Saves a draft over the revision that the caller read, so that of two who change it neither loses what they did: the
 * second is refused, and decides. The row is the commit point; the same content over the same revision again is the
 * same save.
 *
 * @param asked `revision` 0 begins a draft. @throws Refusal
 */
export async function saveDraft(
  parts: DraftParts,
  caller: UserPrincipal,
  draftId: string,
  asked: { revision: number; content: DraftContent },
): Promise<AnswerOf<'saveProcessDraft'>> {
  const { pool, now } = parts;
  const { tenantId, sub } = caller;
  const cipher = await draftCipher(parts, tenantId);
  const row = asked.revision === 0 ? undefined : await reachedRow(parts, caller, draftId);
  if (row === undefined && (await countOf(pool, tenantId, sub)) >= MAX_PROCESS_DRAFTS)
    await assertSaved(parts, caller, draftId);
  await assertCompany(parts, caller, asked.content.companyId);
  const before = row && cipher.open(draftId, row.content);
  await assertPeople(parts, tenantId, asked.content, before);
  const tagIds = await keptTags(parts, tenantId, asked.content.tagIds);
  const kept = await keptDraft(parts, tenantId, { ...asked.content, tagIds }, before);
  const revision = asked.revision + 1;
  const changedAt = now();
  const written = await writeRow(pool, {
    draft_id: draftId,
    tenant_id: tenantId,
    company_id: asked.content.companyId,
    created_by: row?.created_by ?? sub,
    revision,
    changed_by: sub,
    changed_at: changedAt,
    content: cipher.seal(draftId, kept),
  });
  if (written) return { draftId, revision, changedAt: changedAt.toISOString() };
  const other = await reachedRow(parts, caller, draftId);
  if (
    other.revision !== revision ||
    other.changed_by !== sub ||
    !isSame(cipher.open(draftId, other.content), kept)
  )
    throw await changedElsewhere(parts, other);
  return { draftId, revision, changedAt: other.changed_at.toISOString() };
}

const isSame = (one: KeptDraft, other: KeptDraft): boolean => isDeepStrictEqual(plain(one), plain(other));

/** As it is once it was written and read: members that are undefined are not there. */
const plain = (draft: KeptDraft): unknown => JSON.parse(JSON.stringify(draft));

/** A user with all the drafts they may have saves one of them again. @throws Refusal PROCESS_DRAFT_LIMIT_REACHED */
async function assertSaved(parts: { pool: Pool }, caller: UserPrincipal, draftId: string): Promise<void> {
  const row = await findRow(parts.pool, draftId);
  if (row?.tenant_id !== caller.tenantId) throw new Refusal('PROCESS_DRAFT_LIMIT_REACHED');
}

/** @throws Refusal COMPANY_NOT_FOUND */
async function assertCompany(
  { handler }: { handler: CommandHandler },
  { tenantId, companies }: UserPrincipal,
  companyId: string | null,
): Promise<void> {
  if (companyId === null) return;
  const found = companyOf(await handler.load(company, companyId), tenantId);
  if (found === undefined || !reaches(companies, companyId))
    throw new Refusal('COMPANY_NOT_FOUND', {
      fieldErrors: [{ field: 'content.companyId', message: 'Empresa não encontrada' }],
    });
}

/** Ids of the participants, and of the people in whose name they sign. */
export const takingPart = ({ participants }: Pick<DraftContent, 'participants'>): string[] =>
  participants.flatMap(({ personId, atRequestOf }) => {
    const requesting = atRequestOf?.personId ?? null;
    return requesting === null ? [personId] : [personId, requesting];
  });

const peopleIn = ({ participants, documents }: DraftContent): string[] => [
  ...takingPart({ participants }),
  ...documents.flatMap(({ selection }) => selection?.askedOf ?? []),
];

/** Those whom the draft had before may have been removed since. @throws Refusal PERSON_NOT_FOUND for another */
async function assertPeople(
  parts: { handler: CommandHandler },
  tenantId: string,
  content: DraftContent,
  before: KeptDraft | undefined,
): Promise<void> {
  const known = new Set(before === undefined ? [] : peopleIn(before.content));
  const added = [...new Set(peopleIn(content))].filter((personId) => !known.has(personId));
  const fieldOf = (personId: string): string => {
    const { participants } = content;
    const index = participants.findIndex((one) => one.personId === personId);
    if (index >= 0) return `content.participants.${index}.personId`;
    const asking = participants.findIndex((one) => one.atRequestOf?.personId === personId);
    return asking < 0 ? 'content.documents' : `content.participants.${asking}.atRequestOf.personId`;
  };
  await assertRegistered(
    parts,
    tenantId,
    added.map((personId) => ({ personId, field: fieldOf(personId) })),
  );
}

/** Brasília has no summer time, and neither does a text that is read later. */
const WHEN = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

async function changedElsewhere(
  { handler }: { handler: CommandHandler },
  { tenant_id: tenantId, changed_by: userId, changed_at: at }: DraftRow,
): Promise<Refusal> {
  const name = userOf(await handler.load(user, userId), tenantId)?.profile.name ?? 'Alguém';
  return new Refusal('PROCESS_DRAFT_CHANGED', { detail: `${name} o salvou em ${WHEN.format(at)}.` });
}
