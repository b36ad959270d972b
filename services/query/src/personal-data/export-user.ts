import { streams, type AnswerOf, type DataOf } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { commonSections } from './common-sections.ts';
import { eventsAbout, fieldsOf, type LogWithKeys } from './events-about.ts';

type Export = AnswerOf<'exportUser'>;
type Fields = Export['user']['registration'];

/** Everything the tenant has of one user. @throws Refusal AUTH_USER_NOT_FOUND, also of an erased one */
export async function exportUser(
  log: LogWithKeys,
  { tenantId, userId, now }: { tenantId: string; userId: string; now: Date },
): Promise<Export> {
  const events = await eventsAbout(log, tenantId, userId);
  const user = registrationOf(events.about, userId);
  if (user === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
  return { ...commonSections(events, { tenantId, subject: userId, now }), user };
}

function registrationOf(entries: readonly LoggedEvent[], userId: string): Export['user'] | undefined {
  let user: Export['user'] | undefined;
  for (const { type, stream, data, metadata } of entries) {
    if (stream !== streams.user(userId)) continue;
    const at = metadata.occurredAt;
    if (type === 'UserCreated')
      user = { userId, createdAt: at, removedAt: null, registration: profileOf(data) };
    else if (user === undefined) continue;
    else if (type === 'UserEdited') user.registration = edited(user.registration, profileOf(data));
    else if (type === 'UserRoleChanged') user.registration = { ...user.registration, role: data.role };
    else if (type === 'UserCompaniesAssigned')
      user.registration = { ...user.registration, companyIds: data.companyIds };
    else if (type === 'UserRemoved') user.removedAt = at;
    else if (type === 'UserErased') return undefined;
  }
  return user;
}

/** An edit says all of the form, and nothing of what is changed elsewhere. */
function edited({ role, companyIds }: Fields, form: Fields): Fields {
  return { ...form, ...(role && { role }), ...(companyIds && { companyIds }) };
}

function profileOf(data: DataOf<'UserCreated'> | DataOf<'UserEdited'>): Record<string, never> {
  const {
    userId: _user,
    tenantId: _tenant,
    emailChanged: _told,
    emailChange: _change,
    undoneChangeId: _undone,
    ...fields
  } = {
    emailChanged: undefined,
    emailChange: undefined,
    undoneChangeId: undefined,
    ...data,
  };
  return fieldsOf(fields);
}
