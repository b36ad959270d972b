import type { PersonFields } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import { person, personOf } from './decide-person.ts';
import { claimContacts, releaseUnusedContacts } from './unique-contacts.ts';

/**
 * Replaces a person's data.
 *
 * 1. Reservations of a new e-mail and mobile; given up when the edit is refused.
 * 2. PersonEdited: the commit point. Contacts that the person had before are free after it.
 *
 * @returns the position of the event. @throws Refusal
 */
export async function editPerson(
  service: ReservationParts,
  context: CommandContext,
  personId: string,
  fields: PersonFields,
): Promise<Position> {
  const { handler } = service;
  const { tenantId } = context;
  const before = personOf(await handler.load(person, personId), tenantId)?.fields;
  const isRepeat = (await handler.repeated(person, personId, context)) !== undefined;
  try {
    if (before !== undefined && !isRepeat) await claimContacts(service, context, personId, fields, before);
    const edit = { type: 'edit', tenantId, fields } as const;
    return orThrow(await handler.handle(person, personId, edit, context)).position;
  } finally {
    if (before !== undefined)
      for (const contacts of [fields, before])
        await releaseUnusedContacts(service, context, personId, contacts);
  }
}
