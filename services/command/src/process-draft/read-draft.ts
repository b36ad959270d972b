import type { UserPrincipal } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';

import { company, companyOf } from '../company/decide-company.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf } from '../person/decide-person.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from '../user/decide-user.ts';
import { userOf } from '../user/state.ts';
import { draftCipher } from './draft-cipher.ts';
import { listRows, type DraftRow } from './draft-rows.ts';
import { renewed, type KeptDraft } from './kept-draft.ts';
import { type DraftParts, reachedRow, takingPart } from './save-draft.ts';

/**
 * A draft for the user who continues it: the people, company and tags it names as the log has them now.
 *
 * @throws Refusal PROCESS_DRAFT_NOT_FOUND
 */
export async function readDraft(
  parts: DraftParts,
  caller: UserPrincipal,
  draftId: string,
): Promise<AnswerOf<'getProcessDraft'>> {
  const { handler } = parts;
  const { tenantId } = caller;
  const row = await reachedRow(parts, caller, draftId);
  const kept = (await draftCipher(parts, tenantId)).open(draftId, row.content);
  const { companyId, participants, tagIds } = kept.content;
  const [content, ofCompany, people, tags, changedBy] = await Promise.all([
    renewed(parts, caller, kept),
    companyId === null ? null : handler.load(company, companyId),
    Promise.all(takingPart({ participants }).map((personId) => handler.load(person, personId))),
    handler.load(tenant, tenantId),
    authorOf(parts, row),
  ]);
  const chosen = ofCompany === null ? undefined : companyOf(ofCompany, tenantId);
  const known = tags.status === 'registered' ? tags.tags : new Map<string, string>();
  return {
    ...head(row),
    changedBy,
    content,
    company:
      chosen === undefined
        ? null
        : { companyId: chosen.companyId, companyName: chosen.fields.companyName, cnpj: chosen.cnpj },
    people: people.flatMap((state) => {
      const found = personOf(state, tenantId);
      if (found === undefined) return [];
      const { personId, cpf, fields } = found;
      return [{ personId, cpf, name: fields.name, email: fields.email }];
    }),
    tags: tagIds.flatMap((tagId) => {
      const name = known.get(tagId);
      return name === undefined ? [] : [{ tagId, name }];
    }),
  };
}

/** The drafts within the caller's reach, the last changed first. */
export async function listDrafts(
  parts: DraftParts,
  caller: UserPrincipal,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<AnswerOf<'listProcessDrafts'>> {
  const { rows, total } = await listRows(parts.pool, caller, { page, pageSize });
  const cipher = rows.length === 0 ? undefined : await draftCipher(parts, caller.tenantId);
  const items = await Promise.all(
    rows.map((row) => listed(parts, row, cipher!.open(row.draft_id, row.content))),
  );
  return { items, total, totalIsAtLeast: false, page, pageSize };
}

async function listed(
  parts: DraftParts,
  row: DraftRow,
  { content: { summary, documents, participants, companyId } }: KeptDraft,
): Promise<AnswerOf<'listProcessDrafts'>['items'][number]> {
  const chosen =
    companyId === null ? undefined : companyOf(await parts.handler.load(company, companyId), row.tenant_id);
  return {
    ...head(row),
    changedBy: await authorOf(parts, row),
    summary,
    documents: documents.length,
    participants: participants.length,
    companyName: chosen?.fields.companyName ?? null,
  };
}

const head = ({ draft_id: draftId, revision, changed_at: changedAt }: DraftRow) => ({
  draftId,
  revision,
  changedAt: changedAt.toISOString(),
});

async function authorOf(
  { handler }: { handler: CommandHandler },
  { tenant_id: tenantId, changed_by: userId }: DraftRow,
) {
  const found = userOf(await handler.load(user, userId), tenantId);
  return { userId, name: found?.profile.name ?? null };
}
