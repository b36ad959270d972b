import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';

import { provenAt } from '@lacre/access/testing';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
/** What the stage's identity service signs with, as its readers have it. */
export const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1' };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A bearer header with these claims, signed by the stage's identity service. */
function bearer(claims: object): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const head = encode({ alg: 'EdDSA', typ: 'JWT', kid: 'k1' });
  const body = encode({ iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat: now, exp: now + 600, ...claims });
  const signature = signBytes(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url');
  return { authorization: `Bearer ${head}.${body}.${signature}` };
}

export const asUser = (tenantId: string, role = 'administrator', userId: string = randomUUID()) =>
  bearer({ kind: 'user', sub: userId, tenantId, role, name: 'Rui Lima' });
/** E-mails that the recorded histories give to those who sign. */
const SIGNERS = ['anasouza', 'anaconceio', 'ruivila', 'ruidvila', 'ruilima', 'ana', 'rui', 'eva', 'novo'].map(
  (name) => `${name}@exemplo.com.br`,
);

export const asPerson = (tenantId: string, personId: string, emails: readonly string[] = SIGNERS) =>
  bearer({ kind: 'person', sub: personId, tenantId, name: 'Ana Souza', proven: provenAt(...emails) });
