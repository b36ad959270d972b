import { createHash, randomBytes } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  generalizedTimeText,
  granted,
  handmadeToken,
  IMPRINT,
  POLICY,
  stamper,
  type TokenParts,
} from '@lacre/pades-lab/fixtures/handmade-tokens';
import { expect, test } from 'vitest';

import { extension } from '../certificates/extension.ts';
import {
  boolean,
  element,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  smallInteger,
  TAG,
  tagged,
  unsignedInteger,
} from '../cms/der.ts';
import { type DigestName, OID } from '../cms/object-identifiers.ts';
import { answerTimeStampRequest, LOCAL_TIME_STAMP_POLICY } from './answer-time-stamp-request.ts';
import { FAILURE_BITS, TimeStampError, type TimeStampFailure } from './time-stamp-error.ts';
import { readTimeStampRequest, type TimeStampQuery, timeStampRequest } from './time-stamp-request.ts';
import { readTimeStampResponse } from './time-stamp-response.ts';

const QUERY: TimeStampQuery = { imprint: IMPRINT, digest: 'sha256', certReq: true };
const REQUEST = timeStampRequest(QUERY);
const SERIAL = Buffer.from('00ff'.repeat(8), 'hex');

async function answer(request: Uint8Array, now = NOW): Promise<Buffer> {
  const { signer } = (await authority('ec-p256')).timeStamping;
  return answerTimeStampRequest(request, { signer, policy: LOCAL_TIME_STAMP_POLICY }, now, SERIAL);
}

function problem(response: Uint8Array, request: Uint8Array = REQUEST): string {
  try {
    readTimeStampResponse(response, request);
  } catch (error) {
    if (error instanceof TimeStampError) return error.code;
    throw error;
  }
  return 'accepted';
}

test.for(['rsa-2048', 'rsa-3072', 'rsa-4096', 'ec-p256', 'ec-p384'] as const)(
  'an authority of %s stamps SHA-256, SHA-384 and SHA-512',
  { timeout: 60_000 },
  async (keyType) => {
    const held = await authority(keyType);
    const { signer } = held.timeStamping;
    for (const digest of ['sha256', 'sha384', 'sha512'] as const satisfies readonly DigestName[]) {
      const imprint = createHash(digest).update('x').digest();
      const request = timeStampRequest({ imprint, digest, nonce: randomBytes(16), certReq: true });
      const now = new Date(NOW.getTime() + 120);
      const response = await answerTimeStampRequest(
        request,
        { signer, policy: LOCAL_TIME_STAMP_POLICY },
        now,
        SERIAL,
      );
      const { info, modified } = readTimeStampResponse(response, request);
      expect(modified).toBe(false);
      expect(info).toMatchObject({
        time: now,
        genTime: '20261120120000.12Z',
        digest,
        imprint,
        policy: LOCAL_TIME_STAMP_POLICY,
        serial: 'ff00ff00ff00ff00ff00ff00ff00ff',
        accuracySeconds: 1,
        ordering: false,
      });
      expect(info.certificate?.der).toEqual(held.timeStamping.certificate.der);
      // The root stays out: a verifier that trusts it has it.
      expect(info.certificates.map(({ commonName }) => commonName).toSorted()).toEqual(
        [held.issuing, held.timeStamping].map((each) => each.certificate.commonName).toSorted(),
      );
    }
  },
);

test('a response without certificates, where none were asked for, is verified by the given one alone', async () => {
  const request = timeStampRequest({ ...QUERY, certReq: false });
  const response = await answer(request);
  const { certificate } = (await authority('ec-p256')).timeStamping;
  expect(readTimeStampResponse(response, request, certificate).info.certificates).toEqual([]);
  expect(problem(response, request)).toBe('accepted');
  const other = (await authority('ec-p384')).timeStamping.certificate;
  expect(() => readTimeStampResponse(response, request, other)).toThrow(
    expect.objectContaining({ code: 'certificate-missing' }),
  );
  expect(problem(response)).toBe('certificate-missing');
  expect(problem(await answer(REQUEST), request)).toBe('certificate-unexpected');
});

test('the policy may be asked for by name, and only the authority’s own is given', async () => {
  const ours = timeStampRequest({ ...QUERY, policy: LOCAL_TIME_STAMP_POLICY });
  expect(problem(await answer(ours), ours)).toBe('accepted');
  const another = timeStampRequest({ ...QUERY, policy: '1.2.3' });
  expect(problem(await answer(another), another)).toBe('unaccepted-policy');
});

test.for([
  ['a nonce that begins with zeros', Buffer.of(0, 0, 1)],
  ['a nonce whose first bit is set', Buffer.of(0xff, 1)],
  ['a nonce of zero', Buffer.of(0)],
  ['a nonce of 32 bytes', Buffer.alloc(32, 0xab)],
] as const)('the response repeats %s', async ([, nonce]) => {
  const request = timeStampRequest({ ...QUERY, nonce });
  const { info } = readTimeStampResponse(await answer(request), request);
  expect(info.nonce).toEqual(unsignedInteger(nonce));
});

const timeStampReq = (...fields: readonly Uint8Array[]): Buffer => sequence(smallInteger(1), ...fields);
const imprintBy = (oid: string, bytes: number): Buffer =>
  sequence(sequence(objectIdentifier(oid)), octetString(Buffer.alloc(bytes)));

test.for([
  ['bad-alg', 'SHA-1', timeStampReq(imprintBy(OID.sha1, 20))],
  ['bad-alg', 'an unknown digest', timeStampReq(imprintBy('1.2.3.4', 20))],
  ['bad-data-format', 'an imprint of a wrong length', timeStampReq(imprintBy(OID.sha256, 31))],
  ['bad-data-format', 'no imprint', timeStampReq()],
  ['bad-data-format', 'version 2', sequence(smallInteger(2), imprintBy(OID.sha256, 32))],
  ['bad-data-format', 'bytes after the request', Buffer.concat([REQUEST, Buffer.of(0)])],
  ['bad-data-format', 'what is no request', Buffer.from('GET / HTTP/1.1')],
  ['bad-data-format', 'nothing', Buffer.alloc(0)],
  [
    'unaccepted-extension',
    'an extension',
    timeStampReq(imprintBy(OID.sha256, 32), tagged(0, extension('1.2.3', false, nullValue()))),
  ],
] as const)('refuses with %s %s', async ([code, , request]) => {
  expect(problem(await answer(request))).toBe(code);
});

/** TimeStampResp with a status, a text and the bits of a failure. */
function refused(status: number, bits?: Uint8Array): Buffer {
  const text = sequence(
    element(TAG.utf8String, Buffer.from('não')),
    element(TAG.utf8String, Buffer.from('hoje')),
  );
  return sequence(sequence(smallInteger(status), text, ...(bits ? [element(TAG.bitString, bits)] : [])));
}

function failureBits(bit: number): Buffer {
  const bytes = Buffer.alloc((bit >> 3) + 2);
  bytes[0] = 7 - (bit & 7);
  bytes[(bit >> 3) + 1] = 0x80 >> (bit & 7);
  return bytes;
}

test.for(Object.keys(FAILURE_BITS) as TimeStampFailure[])('a refusal by %s is read as that', (failure) => {
  const response = refused(2, failureBits(FAILURE_BITS[failure]));
  expect(() => readTimeStampResponse(response, REQUEST)).toThrow(
    expect.objectContaining({ code: failure, message: `${failure}: não hoje` }),
  );
});

test.for([
  [2, 'rejected'],
  [3, 'waiting'],
  [4, 'revocation-warning'],
  [5, 'revocation-notification'],
  [6, 'malformed'],
  [0, 'malformed'],
] as const)('status %d without a token is %s', ([status, code]) => {
  expect(problem(refused(status))).toBe(code);
});

test('a refusal for an unassigned reason is a refusal', () => {
  expect(problem(refused(2, failureBits(9)))).toBe('rejected');
  expect(problem(refused(2, Buffer.of(0)))).toBe('rejected');
});

test('granted with modifications is granted, and reported', () => {
  const token = handmadeToken();
  expect(readTimeStampResponse(granted(token, 1), REQUEST)).toMatchObject({ modified: true, token });
  expect(readTimeStampResponse(granted(token, 0), REQUEST)).toMatchObject({ modified: false, token });
});

test.for([
  ['a token over something else', 'imprint-mismatch', {}, { imprint: Buffer.alloc(32) }],
  ['a token by another digest', 'imprint-mismatch', {}, { imprint: Buffer.alloc(64), digest: 'sha512' }],
  ['a token without the nonce', 'nonce-mismatch', {}, { nonce: Buffer.of(5) }],
  ['a token of another nonce', 'nonce-mismatch', { optional: [smallInteger(6)] }, { nonce: Buffer.of(5) }],
  ['a token with a nonce that was not requested', 'nonce-mismatch', { optional: [smallInteger(6)] }, {}],
  ['a token of another policy', 'policy-mismatch', {}, { policy: '1.2.3' }],
  ['a token of the policy', 'accepted', {}, { policy: POLICY }],
  ['a token with the nonce', 'accepted', { optional: [smallInteger(5)] }, { nonce: Buffer.of(5) }],
  [
    'a token that does not verify',
    'time-outside-certificate',
    { genTime: generalizedTimeText('20200101000000Z') },
    {},
  ],
] as const satisfies readonly (readonly [string, string, TokenParts, Partial<TimeStampQuery>])[])(
  'answered by %s: %s',
  ([, code, parts, query]) => {
    expect(problem(granted(handmadeToken(parts)), timeStampRequest({ ...QUERY, ...query }))).toBe(code);
  },
);

test.for([
  [
    'granted and refused',
    sequence(sequence(smallInteger(0), element(TAG.bitString, failureBits(0))), handmadeToken()),
  ],
  ['no token', sequence(sequence(smallInteger(0)))],
  ['bytes after the token', Buffer.concat([granted(handmadeToken()), Buffer.of(0)])],
  ['a field after the token', sequence(sequence(smallInteger(0)), handmadeToken(), nullValue())],
  ['a web page', Buffer.from('<html>')],
] as const)('an answer that is %s is malformed', ([, response]) => {
  expect(problem(response)).toBe('malformed');
});

test('a request is read back as it was made', () => {
  const request = readTimeStampRequest(
    timeStampRequest({
      imprint: IMPRINT,
      digest: 'sha256',
      nonce: Buffer.of(0x80),
      policy: '1.2.3',
      certReq: true,
    }),
  );
  expect(request).toMatchObject({ imprint: IMPRINT, digest: 'sha256', policy: '1.2.3', certReq: true });
  expect(request.nonce).toEqual(Buffer.of(2, 2, 0, 0x80));
  expect(readTimeStampRequest(timeStampRequest({ ...QUERY, certReq: false })).certReq).toBe(false);
  // FALSE written out is not DER, yet harmless.
  const written = sequence(smallInteger(1), imprintBy(OID.sha256, 32), boolean(false));
  expect(readTimeStampRequest(written).certReq).toBe(false);
});

test('an impossible request or answer throws as a mistake of the caller', async () => {
  expect(() => timeStampRequest({ ...QUERY, digest: 'sha512' })).toThrow(TypeError);
  const { signer } = (await authority('ec-p256')).timeStamping;
  for (const bytes of [0, 21]) {
    await expect(
      answerTimeStampRequest(REQUEST, { signer, policy: '1.2.3' }, NOW, Buffer.alloc(bytes, 1)),
    ).rejects.toThrow(TypeError);
  }
});

test('the moment is written with the digits it has', async () => {
  for (const [millis, fraction] of [
    [0, ''],
    [7, '.007'],
    [70, '.07'],
    [700, '.7'],
    [999, '.999'],
  ] as const) {
    const { info } = readTimeStampResponse(await answer(REQUEST, new Date(NOW.getTime() + millis)), REQUEST);
    expect(info.genTime).toBe(`20261120120000${fraction}Z`);
  }
});

test('accepts a token of the tests’ own stamper within a response', () => {
  expect(readTimeStampResponse(granted(handmadeToken()), REQUEST).info.certificate?.der).toEqual(
    stamper.certificate.der,
  );
});
