import type { PersonPrincipal } from '@lacre/access';
import type { ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { PersonDevices } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { person } from '../person/decide-person.ts';
import { personContext } from './person-context.ts';

/** Makes a device of the caller's need a code again. @throws Refusal DEVICE_NOT_FOUND */
export async function forgetDevice(
  { devices, handler }: { handler: CommandHandler; devices: PersonDevices },
  { sub: personId, tenantId, name }: PersonPrincipal,
  deviceId: string,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  // Commit point. What the log says of it may be lost to a crash; that the device is forgotten is not.
  if (!(await devices.forget(personId, deviceId))) throw new Refusal('DEVICE_NOT_FOUND');
  const context = personContext({ personId, tenantId, name }, call);
  orThrow(await handler.handle(person, personId, { type: 'forgetDevice', tenantId, deviceId }, context));
}
