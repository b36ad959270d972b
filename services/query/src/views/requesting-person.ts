import type { AnswerOf, RequestingPerson } from '@lacre/contracts';

type View = NonNullable<AnswerOf<'getProcess'>['participants'][number]['atRequestOf']>;

/** In whose name a participant signs, as answers say it. */
export const requestingPersonView = ({ impediment, ...person }: RequestingPerson): View => ({
  ...person,
  impediment: impediment ?? null,
});
