import { INVITED_FIELDS, type InvitedField, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../../decider/command-handler.ts';
import { person, personOf } from '../../person/decide-person.ts';
import type { InvitedPerson } from '../decide/commands.ts';

/**
 * A person as they are asked to sign: as their registration says now.
 *
 * @param field of the request that names them. @throws Refusal PERSON_NOT_FOUND
 */
export async function invited(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  personId: string,
  field: string,
): Promise<InvitedPerson> {
  const found = personOf(await handler.load(person, personId), tenantId);
  if (found === undefined)
    throw new Refusal('PERSON_NOT_FOUND', { fieldErrors: [{ field, message: 'Pessoa não encontrada' }] });
  const { cpf, fields } = found;
  return { personId, cpf, ...writtenDown(fields) };
}

const writtenDown = (fields: PersonFields): Pick<PersonFields, InvitedField> =>
  Object.fromEntries(
    INVITED_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  ) as Pick<PersonFields, InvitedField>;
