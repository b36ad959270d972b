import type { Participant } from '@lacre/contracts';

import { reject, type Rejection } from '../../decider/decision.ts';

type Contacts = Pick<Participant, 'email' | 'cellphoneNumber'>;

/** The refusal of two people of one process whose codes would go to the same place, or undefined. */
export function sharedContact(people: readonly Contacts[]): Rejection | undefined {
  if (isRepeated(people.map(({ email }) => email)))
    return reject(
      'EMAIL_NOT_AVAILABLE',
      'Duas pessoas deste processo têm o mesmo email: cada uma usa o seu.',
    );
  if (isRepeated(people.flatMap(({ cellphoneNumber: mobile }) => (mobile === undefined ? [] : [mobile]))))
    return reject(
      'PHONENUMBER_NOT_AVAILABLE',
      'Duas pessoas deste processo têm o mesmo celular: cada uma usa o seu.',
    );
  return undefined;
}

const isRepeated = (values: readonly string[]): boolean => new Set(values).size < values.length;
