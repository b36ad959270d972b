import type { FastifyInstance } from 'fastify';

/** Where weaknesses of this installation are reported, and of the product. */
export interface SecurityContact {
  /** Of who runs the installation: `mailto:` or `https:`. */
  contact: string;
  publicUrl: string;
}

/** A file that is older is not to be believed (RFC 9116 §2.5.5): this one is made anew with each request. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** `/.well-known/security.txt` (RFC 9116): how to report a weakness. */
export function securityText({ contact, publicUrl }: SecurityContact, now: Date): string {
  // Whole days, so that the file is the same all day.
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: pt-BR, pt, en',
    `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    '',
  ].join('\n');
}

export function serveSecurityText(
  app: FastifyInstance,
  about: SecurityContact,
  now = () => new Date(),
): void {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(about, now())),
  );
}
