import { accept, reject, type Decision } from '../decider/decision.ts';
import type { UserCommand } from './commands.ts';
import { userOf, type UserRecord, type UserState, type UserStreamEvent } from './state.ts';

type EmailCommand = Extract<UserCommand, { type: `${string}EmailChange` }>;

/** Another address counts once it is confirmed, and can be undone from the former one for a while. */
export function decideEmailChange(command: EmailCommand, state: UserState): Decision<UserStreamEvent> {
  const found = userOf(state, command.tenantId);
  if (found === undefined) return reject('AUTH_USER_NOT_FOUND');
  const { userId, tenantId, emailChange, formerEmails, profile } = found;
  const reference = { userId, tenantId };
  switch (command.type) {
    case 'requestEmailChange': {
      const { changeId, email, at: requestedAt } = command;
      if (email === profile.email) return reject('AUTH_USER_DATA_VALIDATION', 'Este já é o email da conta.');
      const data = { ...reference, changeId, email, requestedAt };
      return accept({ type: 'UserEmailChangeRequested', data });
    }
    case 'cancelEmailChange':
      if (emailChange === undefined) return accept();
      return accept({
        type: 'UserEmailChangeCanceled',
        data: { ...reference, changeId: emailChange.changeId },
      });
    case 'confirmEmailChange': {
      const { changeId, undoUntil } = command;
      // Confirmed already, by a request whose answer got lost.
      if (formerEmails.at(-1)?.changeId === changeId) return accept();
      if (emailChange?.changeId !== changeId) return reject('LINK_INVALID');
      return movedTo(found, emailChange.email, { emailChange: { changeId, undoUntil } });
    }
    case 'undoEmailChange': {
      const former = formerEmails.find(({ changeId }) => changeId === command.changeId);
      if (former === undefined || former.undoUntil <= command.at) return reject('LINK_INVALID');
      return movedTo(found, former.email, { undoneChangeId: former.changeId });
    }
  }
}

/** The address is another from now on, and its owner's: a link that was sent there came back. */
function movedTo(
  { userId, tenantId, profile }: UserRecord,
  email: string,
  how: { emailChange: { changeId: string; undoUntil: string } } | { undoneChangeId: string },
): Decision<UserStreamEvent> {
  const reference = { userId, tenantId };
  return accept<UserStreamEvent>(
    { type: 'UserEdited', data: { ...reference, ...profile, email, emailChanged: true, ...how } },
    { type: 'UserEmailVerified', data: reference },
  );
}
