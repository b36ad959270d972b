import { isDomain } from '@/lib/input/domain.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const uuid = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : undefined);

/** What a signing link says: which process, and who is asked. It proves nothing. */
export interface SigningLink {
  process?: string;
  person?: string;
  /** Without a link to a process: the tenant to sign at. */
  domain?: string;
  /** Open for reading. */
  document?: string;
}

/** Reads a signing link; what is malformed is left out. */
export function readSigningLink(raw: Record<string, unknown>): SigningLink {
  const process = uuid(raw['process']);
  const person = uuid(raw['person']);
  const document = uuid(raw['document']);
  const domain = raw['domain'];
  return {
    ...(process === undefined ? {} : { process }),
    ...(person === undefined ? {} : { person }),
    ...(typeof domain === 'string' && isDomain(domain) ? { domain } : {}),
    ...(document === undefined ? {} : { document }),
  };
}
