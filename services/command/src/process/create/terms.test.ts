import { describe, expect, it } from 'vitest';

import { termsOf } from './terms.ts';

const settings = { deadlineDays: 15, reminders: { everyDays: 3 } };
/** Still the 9th in Brasília. */
const AT = '2026-03-10T01:30:00.000Z';

describe('the terms of a process', () => {
  it('are those of the account by default', () => {
    expect(termsOf({}, settings, AT)).toEqual({
      deadline: '2026-03-25T02:59:59.000Z',
      reminders: { everyDays: 3 },
    });
    expect(termsOf({}, {}, AT)).toEqual({ deadline: undefined, reminders: undefined });
  });

  it('are those of the request where it says them, none among them', () => {
    const asked = { deadline: '2026-04-01T12:00:00-03:00', reminders: { everyDays: 7 } };
    expect(termsOf(asked, settings, AT)).toEqual({
      deadline: '2026-04-01T15:00:00.000Z',
      reminders: { everyDays: 7 },
    });
    const none = { deadline: undefined, reminders: undefined };
    expect(termsOf({ deadline: null, reminders: null }, settings, AT)).toEqual(none);
  });
});
