import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieParts {
  /** Cookies go over HTTPS alone where the product is served by it. */
  readonly publicUrl: string;
}

/** A cookie out of reach of scripts (HttpOnly) and of other sites (SameSite=Strict), seen by one part of the API alone. */
export interface SecretCookie {
  /** The value that came with the request (RFC 6265 §4.2). */
  of(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string, expiresAt: Date, parts: CookieParts): void;
  clear(reply: FastifyReply, parts: CookieParts): void;
}

function secretCookie(name: string, path: string): SecretCookie {
  const text = (value: string, expires: Date, { publicUrl }: CookieParts): string =>
    [
      `${name}=${value}`,
      `Path=${path}`,
      `Expires=${expires.toUTCString()}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
    ].join('; ');
  return {
    of(request) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [given, value] = pair.trim().split('=', 2);
        if (given === name && value !== undefined && value !== '') return value;
      }
      return undefined;
    },
    set: (reply, value, expiresAt, parts) => void reply.header('set-cookie', text(value, expiresAt, parts)),
    clear: (reply, parts) => void reply.header('set-cookie', text('', new Date(0), parts)),
  };
}

/** Names a user's session. */
export const sessionCookie = secretCookie('lacre_session', '/api/session');
/** Says which accounts signed in from this browser: whose guesses are counted apart from strangers'. */
export const browserCookie = secretCookie('lacre_browser', '/api/session');
/** Binds a sign-in by Google to the browser that began it. */
export const googleCookie = secretCookie('lacre_google', '/api/session/google');
/** Names a device that persons signed in from by a code. */
export const personDeviceCookie = secretCookie('lacre_person_device', '/api/signature');
