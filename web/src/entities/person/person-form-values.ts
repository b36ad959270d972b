import type { BodyOf } from '@lacre/contracts';
import { PERSON_FIELDS } from '@lacre/contracts/registers';

import { registerBody, registerValues, type RegisterValues } from '@/components/form/register-values.ts';

import type { Person } from './queries.ts';

export type PersonFormValues = RegisterValues<typeof PERSON_FIELDS>;

/** The form of a person who is registered, or of a new one. */
export const personFormValues = (person?: Partial<Person>): PersonFormValues =>
  registerValues(PERSON_FIELDS, person);

/** What is sent: fields left empty are left out. */
export const personBody = (values: PersonFormValues): BodyOf<'editPerson'> => ({
  ...registerBody(PERSON_FIELDS, values),
  name: values.name.trim(),
  email: values.email.trim().toLowerCase(),
});
