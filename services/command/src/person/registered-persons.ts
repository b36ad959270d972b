import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf } from './decide-person.ts';

/** Who is named where in a request. */
export interface NamedPerson {
  field: string;
  personId: string;
}

/** @throws Refusal PERSON_NOT_FOUND that names every field whose person is not registered in the tenant */
export async function assertRegistered(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  named: readonly NamedPerson[],
): Promise<void> {
  const states = await Promise.all(named.map(({ personId }) => handler.load(person, personId)));
  const fieldErrors = named
    .filter((_, index) => {
      const state = states[index];
      return state === undefined || personOf(state, tenantId) === undefined;
    })
    .map(({ field }) => ({ field, message: 'Pessoa não encontrada' }));
  if (fieldErrors.length > 0) throw new Refusal('PERSON_NOT_FOUND', { fieldErrors });
}
