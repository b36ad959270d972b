import {
  addressesOf,
  isSameAddress,
  streams,
  type Address,
  type Contact,
  type DataOf,
} from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import type { PersonDevices } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { person } from '../person/decide-person.ts';
import { signatureProcess } from './decide/decide-process.ts';

interface Asked extends Contact {
  processId: string;
  personId: string;
  reason: string;
}

/**
 * Gives a participant another contact in one process.
 *
 * Commit point: ParticipantContactReplaced. From then on no session and no device of the former contact acts in the
 * process, since what they have proven is not its contact any more; that they also end by themselves is done after it,
 * by a repeat of the request where a crash came between. @throws Refusal
 */
export async function replaceContact(
  service: { handler: CommandHandler; now: () => Date; domainLog: DomainLog; devices: PersonDevices },
  context: CommandContext,
  { processId, personId, reason, ...contact }: Asked,
): Promise<Position> {
  const { handler, now } = service;
  const { tenantId } = context;
  const replace = { type: 'replaceContact', tenantId, personId, contact, reason } as const;
  const at = now().toISOString();
  const { position } = orThrow(
    await handler.handle(signatureProcess, processId, { ...replace, at }, context),
  );
  await endAccess(service, context, { processId, personId });
  return position;
}

/** Ends the sessions and forgets the devices that proved what the last replacement took away. May be repeated. */
async function endAccess(
  service: { handler: CommandHandler; domainLog: DomainLog; devices: PersonDevices },
  context: CommandContext,
  { processId, personId }: Pick<Asked, 'processId' | 'personId'>,
): Promise<void> {
  const addresses = await removedAddresses(service, processId, personId);
  const { handler, devices } = service;
  const { tenantId, key } = context;
  for (const deviceId of await devices.forgetAddresses(personId, addresses)) {
    const forget = { type: 'forgetDevice', tenantId, deviceId } as const;
    await handler.handle(person, personId, forget, { ...context, key: `${key}:${deviceId}` });
  }
  const end = { type: 'endSessions', tenantId, processId, addresses } as const;
  await handler.handle(person, personId, end, { ...context, key: `${key}:sessions` });
}

async function removedAddresses(
  { domainLog }: { domainLog: DomainLog },
  processId: string,
  personId: string,
): Promise<Address[]> {
  let last: DataOf<'ParticipantContactReplaced'> | undefined;
  for await (const { type, data } of domainLog.readStream(streams.process(processId))) {
    if (type === 'ParticipantContactReplaced' && data.personId === personId) last = data;
  }
  if (last === undefined) return [];
  const current = addressesOf(last.contact);
  return addressesOf(last.former).filter((one) => !current.some((own) => isSameAddress(own, one)));
}
