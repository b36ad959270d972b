import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';

import type { ProofClaims, ProofKind } from './kinds.ts';
import { issueProof, verifyProof } from './proof.ts';

const secret = new Uint8Array(32).fill(7);
const now = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const contract: ProofClaims<'upload'> = {
  uploadId: 'upload-1',
  tenantId: 'tenant-1',
  userId: 'user-1',
  name: 'Contrato de locação.docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  sha256: 'a'.repeat(64),
  sourceSha256: 'b'.repeat(64),
  sizeBytes: 20_480,
  pages: 3,
  alreadySigned: false,
};

const issued = (over: Partial<ProofClaims<'upload'>> = {}) =>
  issueProof('upload', { ...contract, ...over }, { secret, expiresInSeconds: 60, now });

/** A token made by hand, by an attacker who knows the secret: right signature, wrong content. */
const forged = (payload: Record<string, unknown>, typ = 'lacre-proof+jwt') =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ }).sign(secret);

const inForce = { aud: 'upload', iat: 1, exp: Math.floor(later(60).getTime() / 1000) };

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const refused = (error: string) => ({ ok: false, error });

describe('a proof', () => {
  test('yields its claims to a holder of the secret', async () => {
    expect(await verifyProof('upload', await issued(), { secret, now })).toEqual({
      ok: true,
      claims: contract,
    });
  });

  test('holds until its last second and not in the next', async () => {
    const token = await issued();
    expect(await verifyProof('upload', token, { secret, now: later(59) })).toMatchObject({ ok: true });
    expect(await verifyProof('upload', token, { secret, now: later(60) })).toEqual(refused('expired'));
  });

  test('is verified during a change of secrets, by services on the new one and those that only accept it', async () => {
    const next = new Uint8Array(32).fill(9);
    const accepting = [secret, next] as const;
    const using = [next, secret] as const;
    const options = { expiresInSeconds: 60, now };
    for (const issuer of [accepting, using]) {
      const token = await issueProof('upload', contract, { secret: issuer, ...options });
      for (const verifier of [accepting, using])
        expect(await verifyProof('upload', token, { secret: verifier, now })).toMatchObject({ ok: true });
    }
    const byNext = await issueProof('upload', contract, { secret: using, ...options });
    expect(await verifyProof('upload', byNext, { secret, now })).toEqual(refused('bad-signature'));
    expect(await verifyProof('upload', byNext, { secret: using, now: later(60) })).toEqual(
      refused('expired'),
    );
  });

  test('of another secret is refused', async () => {
    const other = new Uint8Array(32).fill(8);
    expect(await verifyProof('upload', await issued(), { secret: other, now })).toEqual(
      refused('bad-signature'),
    );
  });

  test('with one claim changed is refused', async () => {
    const [header, payload, signature] = (await issued()).split('.') as [string, string, string];
    const body = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { claims: object };
    const changed = base64url({ ...body, claims: { ...body.claims, tenantId: 'tenant-2' } });
    const token = [header, changed, signature].join('.');
    expect(await verifyProof('upload', token, { secret, now })).toEqual(refused('bad-signature'));
  });

  test('that claims to need no signature is refused', async () => {
    const token = `${base64url({ alg: 'none', typ: 'lacre-proof+jwt' })}.${base64url({ ...inForce, claims: contract })}.`;
    expect(await verifyProof('upload', token, { secret, now })).toEqual(refused('bad-signature'));
  });

  test('of another kind is refused, whatever it claims', async () => {
    const token = await forged({ ...inForce, aud: 'face', claims: contract });
    expect(await verifyProof('upload', token, { secret, now })).toEqual(refused('wrong-kind'));
  });

  test('is not any other token signed with the same secret', async () => {
    const token = await forged({ ...inForce, claims: contract }, 'JWT');
    expect(await verifyProof('upload', token, { secret, now })).toEqual(refused('wrong-kind'));
  });

  test.each([
    ['no claims', inForce],
    ['a claim missing', { ...inForce, claims: { ...contract, pages: undefined } }],
    ['an unknown claim', { ...inForce, claims: { ...contract, admin: true } }],
    ['a hash that is none', { ...inForce, claims: { ...contract, sha256: 'A'.repeat(64) } }],
    ['no expiry', { aud: 'upload', iat: 1, claims: contract }],
  ])('with %s is malformed', async (_, payload) => {
    expect(await verifyProof('upload', await forged(payload), { secret, now })).toEqual(refused('malformed'));
  });

  test.each(['', 'abc', 'a.b.c', '\u0000.\u0000.\u0000', '...', 'é.é.é'])('is not %j', async (token) => {
    expect(await verifyProof('upload', token, { secret, now })).toEqual(refused('malformed'));
  });

  test('is not issued for claims outside its kind', async () => {
    await expect(issued({ pages: 0 })).rejects.toThrow(/pages/);
  });

  test('needs a secret as long as the hash and a life of at least a second', async () => {
    const short = new Uint8Array(31);
    const token = await issued();
    await expect(verifyProof('upload', token, { secret: short, now })).rejects.toThrow(RangeError);
    await expect(
      issueProof('upload', contract, { secret: short, expiresInSeconds: 60, now }),
    ).rejects.toThrow(RangeError);
    await expect(issueProof('upload', contract, { secret, expiresInSeconds: 0, now })).rejects.toThrow(
      RangeError,
    );
  });

  test('of an unknown kind does not compile', async () => {
    // @ts-expect-error 'invoice' is no kind of proof
    const kind: ProofKind = 'invoice';
    await expect(verifyProof(kind, await issued(), { secret, now })).resolves.toEqual(refused('wrong-kind'));
  });
});
