import { Refusal } from '@lacre/http';

/** Where links and providers may lead back to. */
export interface RedirectParts {
  readonly publicUrl: string;
  readonly authorizedOrigins?: readonly string[];
}

/** Origins that links and providers may lead back to: the product's own, and those that the installation names. */
export const redirectOrigins = ({ publicUrl, authorizedOrigins = [] }: RedirectParts): string[] => [
  new URL(publicUrl).origin,
  ...authorizedOrigins,
];

/** The address asked for, or the product's own page. @throws Refusal REDIRECT_NOT_AUTHORIZED */
export function redirectOf(service: RedirectParts, asked: string | undefined, page: string): URL {
  if (asked === undefined) return new URL(page, service.publicUrl);
  const url = new URL(asked);
  const isAllowed =
    redirectOrigins(service).includes(url.origin) && url.username === '' && url.password === '';
  if (!isAllowed) throw new Refusal('REDIRECT_NOT_AUTHORIZED');
  return url;
}

/**
 * The address with a secret in its fragment: no server on the way receives it, nor any that its page asks (RFC 9110
 * §4.2.4, `Referer`). Opening it uses nothing up: the page posts the secret.
 */
export function withSecret(url: URL, name: string, secret: string): string {
  const marked = new URL(url);
  marked.hash = new URLSearchParams({ [name]: secret }).toString();
  return marked.toString();
}
