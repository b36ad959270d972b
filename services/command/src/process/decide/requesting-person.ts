import type { Participant } from '@lacre/contracts';

import { reject } from '../../decider/decision.ts';

type Identified = Pick<Participant, 'personId' | 'cpf'>;

/** Whether one of them is this person, under any registration of their CPF. */
export const takesPart = (people: readonly Identified[], { personId, cpf }: Identified): boolean =>
  people.some((one) => one.personId === personId || one.cpf === cpf);

/** Of a person in whose name another signs, who would sign or witness besides. */
export const TAKES_PART = reject(
  'AT_REQUEST_NOT_ALLOWED',
  'Quem pede que assinem em seu nome não assina nem é testemunha no mesmo processo.',
);
