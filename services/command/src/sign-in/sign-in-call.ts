import type { ClientContext } from '@lacre/contracts';
import { BROWSER_KNOWN_MS, KnownBrowser, type CodeSource, type KeyedDigest } from '@lacre/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { browserCookie, sessionCookie } from './cookies.ts';
import type { UserSession } from './user-session.ts';

/** Who asks to come in, and from where. */
export interface SignInCall {
  client: ClientContext;
  correlationId: string;
  browser: KnownBrowser;
  /** The session that this browser had before. */
  earlierSession: string | undefined;
}

/** Where codes of the account with this e-mail come from: a browser that it signed in from is counted apart. */
export const codeSourceOf = ({ client, browser }: SignInCall, email: string | undefined): CodeSource => ({
  address: client.ip,
  knownDevice: email !== undefined && browser.knows(email) ? browser.id : undefined,
});

export const signInCallOf = (
  service: { digest: KeyedDigest },
  { client, request }: { client: ClientContext; request: FastifyRequest },
): SignInCall => ({
  client,
  correlationId: request.id,
  browser: new KnownBrowser(service.digest, browserCookie.of(request)),
  earlierSession: sessionCookie.of(request),
});

/** Leaves the session with the browser, and answers. */
export function answerSession(
  service: { now: () => Date; publicUrl: string },
  reply: FastifyReply,
  { session, answer, browser }: UserSession,
): UserSession['answer'] {
  sessionCookie.set(reply, session.secret, session.expiresAt, service);
  if (browser !== undefined)
    browserCookie.set(reply, browser, new Date(service.now().getTime() + BROWSER_KNOWN_MS), service);
  return answer;
}
