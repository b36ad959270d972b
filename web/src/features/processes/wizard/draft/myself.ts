import type { CurrentUser } from '@/lib/session/session.ts';

import { withPeople, type Known } from './draft-templates.ts';
import type { Draft } from './draft.ts';

type Self = Pick<CurrentUser, 'name' | 'cpf' | 'email' | 'phoneNumber'>;

/** Whether this person of the register is the user: by CPF where the account knows theirs, else by their own address. */
export const isMyself = (person: Pick<Known, 'cpf' | 'email'>, { cpf, email }: Self): boolean =>
  cpf === null ? person.email.toLowerCase() === email.toLowerCase() : person.cpf === cpf;

/** The draft with the user as its only participant; where the register lacks them, with their form begun. */
export function withMyselfAlone(draft: Draft, user: Self, person: Known | undefined): Partial<Draft> {
  const alone = { ...draft, alone: true as const, participants: [], ordered: false };
  if (person !== undefined)
    return { alone: true, typedPerson: undefined, participants: withPeople(alone, 'signer', [person]) };
  return {
    alone: true,
    participants: [],
    typedPerson: {
      name: user.name,
      cpf: user.cpf ?? '',
      email: user.email,
      cellphoneNumber: user.phoneNumber ?? '',
    },
  };
}

/** The user, where they alone are asked to sign. */
export function soleSelf({ participants }: Draft, user: Self): Known | undefined {
  const [only, another] = participants;
  return only !== undefined && another === undefined && isMyself(only, user) ? only : undefined;
}
