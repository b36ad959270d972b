import type { Metadata } from '@grpc/grpc-js';

export const requiresLeader = (metadata: Metadata): boolean =>
  metadata.get('requires-leader').includes('true');

export const isAnonymous = (metadata: Metadata): boolean => metadata.get('authorization').length === 0;

/** Whether a call names a user that is not there or has another password. */
export function hasWrongCredentials(
  metadata: Metadata,
  users: Readonly<Record<string, string>> | undefined,
): boolean {
  const [authorization] = metadata.get('authorization');
  if (!users || authorization === undefined) return false;
  const known = Object.entries(users).map(([name, password]) => basic(name, password));
  return !known.includes(String(authorization));
}

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
