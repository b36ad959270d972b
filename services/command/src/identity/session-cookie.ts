import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'lacre_session';
/** Only the routes that open, continue and end sessions get to see it. */
const PATH = '/api/session';

interface CookieOptions {
  /** Sent over HTTPS alone; off when the product itself is served without it. */
  isSecure: boolean;
}

/** The session's secret that came with the request (RFC 6265 §4.2). */
export function sessionSecretOf(request: FastifyRequest): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === NAME && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Hands the secret to the browser, out of reach of scripts (HttpOnly) and of other sites (SameSite=Strict). */
export function setSessionCookie(
  reply: FastifyReply,
  session: { secret: string; expiresAt: Date },
  options: CookieOptions,
): void {
  void reply.header('set-cookie', cookie(session.secret, session.expiresAt, options));
}

export function clearSessionCookie(reply: FastifyReply, options: CookieOptions): void {
  void reply.header('set-cookie', cookie('', new Date(0), options));
}

const cookie = (value: string, expires: Date, { isSecure }: CookieOptions): string =>
  [
    `${NAME}=${value}`,
    `Path=${PATH}`,
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
