import { entriesOf, PERSON_FIELDS } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { isDisclosed } from './disclosed-fields.ts';

it('discloses the stated fields of a participant, and no others', () => {
  for (const [name, { evidence }] of entriesOf(PERSON_FIELDS))
    expect([name, isDisclosed(['data', 'participants', 0, name])]).toEqual([name, evidence === 'stated']);
});
