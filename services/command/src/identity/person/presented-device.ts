import { Refusal } from '@lacre/http';
import type { FastifyRequest } from 'fastify';

import { personDeviceCookie } from '../cookies.ts';
import type { PresentedDevice } from './person-devices.ts';

/** A random id that the client made and keeps: a UUID, or anything as hard to guess. */
const CLIENT_ID = /^[\w-]{16,64}$/;

/** The id a client gives of its device, in the header `client-device-id`. */
export function clientDeviceIdOf(request: FastifyRequest): string | undefined {
  const header = request.headers['client-device-id'];
  return typeof header === 'string' && CLIENT_ID.test(header) ? header : undefined;
}

/** The device that a request comes from. @throws Refusal AUTH_NO_DEVICEID_PROVIDED */
export function presentedDeviceOf(request: FastifyRequest): PresentedDevice {
  const clientId = clientDeviceIdOf(request);
  if (clientId === undefined) throw new Refusal('AUTH_NO_DEVICEID_PROVIDED');
  return { clientId, secret: personDeviceCookie.of(request) };
}
