import { clientDeviceId } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { FastifyRequest } from 'fastify';

import { personDeviceCookie } from '../cookies.ts';
import type { PresentedDevice } from './person-devices.ts';

/** The id a client gives of its device, in the header `client-device-id`. */
export function clientDeviceIdOf(request: FastifyRequest): string | undefined {
  return clientDeviceId.safeParse(request.headers['client-device-id']).data;
}

/** The device that a request comes from. @throws Refusal AUTH_NO_DEVICEID_PROVIDED */
export function presentedDeviceOf(request: FastifyRequest): PresentedDevice {
  const clientId = clientDeviceIdOf(request);
  if (clientId === undefined) throw new Refusal('AUTH_NO_DEVICEID_PROVIDED');
  return { clientId, secret: personDeviceCookie.of(request) };
}
