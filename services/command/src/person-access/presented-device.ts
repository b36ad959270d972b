import { clientDeviceId } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { PresentedDevice } from '@lacre/identity';
import type { FastifyRequest } from 'fastify';

import { personDeviceCookie } from '../sign-in/cookies.ts';

/** Where a client gives the id of its device. */
const HEADER = 'client-device-id';

const given = (request: FastifyRequest) => clientDeviceId.safeParse(request.headers[HEADER]);

/**
 * The id of the device, when the caller says one.
 *
 * @throws Refusal CLASS_VALIDATION_ERROR when what they say is none
 */
export function clientDeviceIdOf(request: FastifyRequest): string | undefined {
  if (request.headers[HEADER] === undefined) return undefined;
  const { data, error } = given(request);
  if (error === undefined) return data;
  const message = error.issues[0]?.message ?? '';
  throw new Refusal('CLASS_VALIDATION_ERROR', { fieldErrors: [{ field: HEADER, message }] });
}

/** The device that a request comes from. @throws Refusal AUTH_NO_DEVICEID_PROVIDED */
export function presentedDeviceOf(request: FastifyRequest): PresentedDevice {
  const clientId = given(request).data;
  if (clientId === undefined) throw new Refusal('AUTH_NO_DEVICEID_PROVIDED');
  return { clientId, secret: personDeviceCookie.of(request) };
}
