import { PERSON_FIELDS, searchedInWords } from '@lacre/contracts/registers';

import { capitalised } from '@/lib/format/relative.ts';

/** What persons are searched by, in a field's hint: `CPF, nome ou email`. */
export const PERSONS_SEARCHED_BY = capitalised(searchedInWords(PERSON_FIELDS));
