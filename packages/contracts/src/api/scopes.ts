import { z } from 'zod';

/**
 * What an API token may be given (RFC 6749 §3.3), each apart from the others.
 * read: everything that changes nothing · processes: request, follow up and cancel signatures · registers: companies,
 * persons, templates, groups and tags · account: users, settings, webhooks and personal data.
 */
export const SCOPES = ['read', 'processes', 'registers', 'account'] as const;
export const scope = z.enum(SCOPES);
export type Scope = (typeof SCOPES)[number];
