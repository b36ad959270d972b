import type { UserPrincipal } from '@lacre/access';
import { declarerOf, endOfDay, type AnswerOf } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { Refusal } from '@lacre/http';
import { signatureRequested } from '@lacre/mailer';

import { company, companyOf } from '../company/decide-company.ts';
import { doorOf, type SignLanguageOffer } from '../person-access/signing-invitation.ts';
import { person, personOf } from '../person/decide-person.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { senderOf, type SenderParts } from '../tenant/sender-of.ts';
import { draftCipher } from './draft-cipher.ts';
import type { DraftContent } from './kept-draft.ts';
import { reachedRow, type DraftParts } from './save-draft.ts';

/**
 * The invitation that a participant of the draft would get if it were sent now, by the templates that invitations are made
 * of. Its link leads to no process: there is none yet.
 *
 * @throws Refusal PROCESS_DRAFT_NOT_FOUND, COMPANY_NOT_FOUND while none is chosen, PERSON_NOT_FOUND of one who does not
 *   take part
 */
export async function previewInvitation(
  parts: DraftParts & SenderParts & SignLanguageOffer,
  caller: UserPrincipal,
  { draftId, personId }: { draftId: string; personId: string },
): Promise<AnswerOf<'previewInvitation'>> {
  const { handler, publicUrl } = parts;
  const { tenantId } = caller;
  const row = await reachedRow(parts, caller, draftId);
  const { content } = (await draftCipher(parts, tenantId)).open(draftId, row.content);
  const [account, ofCompany, invited, sender] = await Promise.all([
    handler.load(tenant, tenantId),
    content.companyId === null ? undefined : handler.load(company, content.companyId),
    handler.load(person, personId),
    senderOf(parts, tenantId),
  ]);
  const chosen = ofCompany && companyOf(ofCompany, tenantId);
  if (chosen === undefined || account.status !== 'registered') throw new Refusal('COMPANY_NOT_FOUND');
  const recipient = content.participants.some((each) => each.personId === personId)
    ? personOf(invited, tenantId)
    : undefined;
  if (recipient === undefined) throw new Refusal('PERSON_NOT_FOUND');
  const { companyName } = chosen.fields;
  const { summary } = content;
  const documents = documentsOf(content);
  const deadline = deadlineOf(content);
  const { name: recipientName, language } = recipient.fields;
  const mail = signatureRequested({
    sender,
    language,
    recipientName,
    requesterName: caller.name,
    companyName,
    summary,
    documents,
    link: `${publicUrl.replace(/\/+$/, '')}${signingPath(draftId, personId, language)}`,
    ...(deadline === null ? {} : { deadline: new Date(deadline) }),
    ...(await requestFor(parts, tenantId, content, personId)),
  });
  return {
    mail: { senderName: mail.senderName, subject: mail.subject, html: mail.html },
    door: doorOf(parts, account, {
      requesterName: caller.name,
      companyName,
      summary,
      documents: documents.length,
      deadline,
    }),
  };
}

/** What one invitation is about: of a process for each document, the first. */
function documentsOf({ documents, type }: DraftContent): string[] {
  const names = documents.toSorted((one, other) => one.order - other.order).map(({ name }) => name);
  return type === 'separate' ? names.slice(0, 1) : names;
}

/** The end of the day that was typed; none while it is no whole day. */
const deadlineOf = ({ deadline }: DraftContent): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(deadline) && !Number.isNaN(Date.parse(deadline)) ? endOfDay(deadline) : null;

/** In whose name the recipient signs, or whose request they witness, as far as it is chosen. */
async function requestFor(
  { handler }: DraftParts,
  tenantId: string,
  { participants }: DraftContent,
  personId: string,
): Promise<Pick<Parameters<typeof signatureRequested>[0], 'atRequest'>> {
  const self = participants.find((one) => one.personId === personId);
  const by = self && declarerOf(self, participants);
  if (by === undefined) return {};
  const ids = (by === 'signer' ? [self] : participants).flatMap((one) => one?.atRequestOf?.personId ?? []);
  const people = await Promise.all(ids.map(async (id) => personOf(await handler.load(person, id), tenantId)));
  const names = people.flatMap((one) => one?.fields.name ?? []);
  return names.length === 0 ? {} : { atRequest: { by, names } };
}
