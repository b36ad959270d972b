import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  IMPRINT,
  KEY_TYPES,
  outcome,
  type Reader,
  READERS,
  responderOf,
  type Sayings,
  sayingsOf,
} from '@lacre/pades-lab/fixtures/authority-readers';
import { type Damage, damaged, damages } from '@lacre/pades-lab/fixtures/damaged-der';
import { inDays } from '@lacre/pades-lab/fixtures/handmade-certificates';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { buildCertificatePath, CertificatePathError } from './certificates/certificate-path.ts';
import { element } from './cms/der.ts';
import { KeyFileError } from './keys/key-file-error.ts';
import { loadPem } from './keys/load-pem.ts';
import { answerOcspRequest } from './revocation/answer-ocsp-request.ts';
import { answerTimeStampRequest, LOCAL_TIME_STAMP_POLICY } from './time-stamp/answer-time-stamp-request.ts';
import { TimeStampError } from './time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from './time-stamp/time-stamp-token.ts';
import { verifyTimeStampToken } from './time-stamp/verify-time-stamp-token.ts';

/** PADES_SEED repeats a run; PADES_RUNS makes it longer. */
const seed = Number(process.env['PADES_SEED'] ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env['PADES_RUNS'] ?? 600);
const settings = { seed, numRuns };
const timeoutMs = 60_000 + numRuns * 20;
console.info(`hostile authorities: PADES_SEED=${seed} PADES_RUNS=${numRuns}`);

const made: Sayings[] = [];

beforeAll(async () => {
  for (const keyType of KEY_TYPES) made.push(await sayingsOf(await authority(keyType)));
});

/** Time that this thread has worked, whatever else the machine does. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const which = fc.nat({ max: KEY_TYPES.length - 1 });

test.for(Object.keys(READERS))(
  'damaged %s are read or refused by the error of their own, soon',
  { timeout: timeoutMs },
  (name) => {
    const reader = READERS[name] as Reader;
    const seen = new Set<string>();
    const property = fc.property(which, damages, (index, damage) => {
      const sayings = made[index] as Sayings;
      const bytes = damaged(reader.value(sayings), damage);
      const began = cpuMs();
      seen.add(outcome(reader, bytes, sayings));
      expect(cpuMs() - began).toBeLessThan(1000);
    });
    fc.assert(property, settings);
    // Damage that always ended in the same way would show little.
    expect(seen.size).toBeGreaterThan(2);
  },
);

test.for(Object.keys(READERS))(
  'of %s nothing beyond the given bytes is read',
  { timeout: timeoutMs },
  (name) => {
    const reader = READERS[name] as Reader;
    const property = fc.property(which, damages, fc.nat({ max: 255 }), (index, damage, filler) => {
      const sayings = made[index] as Sayings;
      const bytes = damaged(reader.value(sayings), damage);
      // What would come next, were the bytes read past their end.
      const around = Buffer.concat([
        Buffer.alloc(64, filler),
        bytes,
        element(0x30, Buffer.alloc(64, filler)),
      ]);
      const view = around.subarray(64, 64 + bytes.length);
      expect(outcome(reader, view, sayings)).toBe(outcome(reader, bytes, sayings));
    });
    fc.assert(property, { ...settings, numRuns: Math.min(numRuns, 5000) });
  },
);

test.for(Object.keys(READERS))('of %s each beginning is refused', (name) => {
  const reader = READERS[name] as Reader;
  for (const sayings of made) {
    const value = reader.value(sayings);
    expect(outcome(reader, value, sayings)).toBe('read');
    // A PEM file may lose the end of its last line.
    const last = name === 'PEM' ? value.length - 1 : value.length;
    const step = numRuns > 600 ? 1 : 3;
    for (let length = seed % step; length < last; length += step) {
      expect.soft(outcome(reader, value.subarray(0, length), sayings), `${length} bytes`).not.toBe('read');
    }
  }
});

test.for([
  ['of sequences in sequences', (): Buffer => nested(100_000)],
  ['of a million empty elements', (): Buffer => element(0x30, Buffer.alloc(2_000_000).fill('0500', 'hex'))],
  ['of nothing but zeros', (): Buffer => Buffer.alloc(2_000_000)],
  ['of lengths of lengths', (): Buffer => Buffer.alloc(2_000_000, 0x84)],
] as const)('two megabytes %s keep no reader busy', ([, make]) => {
  const bytes = make();
  for (const [name, reader] of Object.entries(READERS)) {
    const began = cpuMs();
    expect(outcome(reader, bytes, made[0] as Sayings), name).not.toBe('read');
    expect(cpuMs() - began, name).toBeLessThan(1000);
  }
});

/** Sequences one in the other, built from the inside without copying each time. */
function nested(depth: number): Buffer {
  const headers: Buffer[] = [];
  let length = 0;
  for (let level = 0; level < depth; level += 1) {
    const header = element(0x30, Buffer.alloc(0)).subarray(0, 1);
    const size =
      length < 0x80 ? Buffer.of(length) : Buffer.of(0x83, length >> 16, (length >> 8) & 0xff, length & 0xff);
    if (length >= 0x80 && length < 0x10000) {
      const short = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
      headers.push(Buffer.concat([header, short]));
    } else headers.push(Buffer.concat([header, size]));
    length += (headers.at(-1) as Buffer).length;
  }
  return Buffer.concat(headers.toReversed());
}

test('PEM full of beginnings is read in one pass', () => {
  const began = cpuMs();
  const pem = '-----BEGIN CERTIFICATE-----\n'.repeat(100_000);
  expect(() => loadPem(pem)).toThrow(KeyFileError);
  expect(cpuMs() - began).toBeLessThan(1000);
});

test('a responder answers damaged requests too', { timeout: timeoutMs }, async () => {
  const property = fc.asyncProperty(which, damages, async (index, damage: readonly Damage[]) => {
    const sayings = made[index] as Sayings;
    const { signer } = sayings.held.timeStamping;
    const stamper = { signer, policy: LOCAL_TIME_STAMP_POLICY };
    const request = damaged(sayings.request, damage);
    expect(await answerTimeStampRequest(request, stamper, NOW, Buffer.of(1))).toBeInstanceOf(Buffer);
    const query = damaged(sayings.ocspRequest, damage);
    expect(await answerOcspRequest(query, responderOf(sayings.held), NOW, inDays(1))).toBeInstanceOf(Buffer);
  });
  await fc.assert(property, settings);
});

/** Offset of the one place where `part` stands in `whole`. */
function offsetOf(whole: Uint8Array, part: Uint8Array): number {
  const at = Buffer.from(whole).indexOf(part);
  expect(at).toBeGreaterThan(0);
  return at;
}

/** Positions and masks by which a byte may be changed so that `accepts` still holds. */
function survivors(value: Uint8Array, accepts: (bytes: Uint8Array) => boolean): [number, number][] {
  const changed = Buffer.from(value);
  const found: [number, number][] = [];
  // Long runs try every value of every byte; others, run by run, another fifth of the positions.
  const long = numRuns > 600;
  for (let at = long ? 0 : seed % 5; at < value.length; at += long ? 1 : 5) {
    const masks = long ? EVERY_MASK : [1, 2, 4, 8, 16, 32, 64, 128, ((at * 31 + seed) % 255) + 1];
    for (const mask of masks) {
      changed[at] = (value[at] as number) ^ mask;
      if (accepts(changed)) found.push([at, mask]);
    }
    changed[at] = value[at] as number;
  }
  return found;
}

const EVERY_MASK = Array.from({ length: 255 }, (_, index) => index + 1);

/**
 * The one change of a byte, outside of certificates, that a token survives. CMS signs no identifier of
 * the signature's algorithm (RFC 5652, 5.4) and has two for RSA with SHA-256 that differ in their last
 * byte: 1.2.840.113549.1.1.11 and, the digest being named beside, 1.2.840.113549.1.1.1 (RFC 3370, 3.2).
 */
function synonym(token: Uint8Array): [number, number] {
  const identifier = Buffer.from('2a864886f70d01010b', 'hex');
  return [Buffer.from(token).lastIndexOf(identifier) + identifier.length - 1, 0x0a];
}

test.for([0, 1])(
  'no changed byte of a token is accepted, except outside of the signed part (%d)',
  { timeout: 900_000 },
  (index) => {
    const sayings = made[index] as Sayings;
    const { token, held } = sayings;
    const reader = READERS['time-stamp tokens'] as Reader;
    const accepts = (bytes: Uint8Array): boolean => outcome(reader, bytes, sayings) === 'read';
    const issuing = held.issuing.certificate.der;
    const start = offsetOf(token, issuing);
    // The issuer's certificate is not signed by the stamper; the path, tried below, is what holds it.
    const inIssuer = ([at]: readonly [number, number]): boolean => at >= start && at < start + issuing.length;
    const known = index === 0 ? synonym(token).join() : '';
    const others = survivors(token, accepts).filter((found) => !inIssuer(found) && found.join() !== known);
    expect(others).toEqual([]);
  },
);

test('a token whose RSA is named by the other identifier says the same', () => {
  const sayings = made[0] as Sayings;
  const [at, mask] = synonym(sayings.token);
  const changed = Buffer.from(sayings.token);
  changed[at] = (changed[at] as number) ^ mask;
  const { token } = verifyTimeStampToken(changed, IMPRINT);
  expect(token.content).toEqual(readTimeStampToken(sayings.token).content);
});

test.for([0, 1])(
  'with its path, no changed byte of a token’s certificates is believed (%d)',
  { timeout: 900_000 },
  (index) => {
    const sayings = made[index] as Sayings;
    const { token, held } = sayings;
    const issuing = held.issuing.certificate.der;
    const start = offsetOf(token, issuing);
    const accepts = (bytes: Uint8Array): boolean => {
      try {
        const { certificate, token: read } = verifyTimeStampToken(
          Buffer.concat([token.subarray(0, start), bytes, token.subarray(start + bytes.length)]),
          IMPRINT,
        );
        buildCertificatePath(certificate, {
          pool: read.certificates,
          anchors: [held.root.certificate],
          at: read.time,
        });
        return true;
      } catch (error) {
        if (error instanceof TimeStampError || error instanceof CertificatePathError) return false;
        throw error;
      }
    };
    expect(accepts(issuing)).toBe(true);
    expect(survivors(issuing, accepts)).toEqual([]);
  },
);

test.for([
  ['OCSP responses', 0],
  ['OCSP responses', 1],
  ['CRLs', 0],
  ['CRLs', 1],
  ['certificates of an end', 0],
  ['certificates of an end', 1],
] as const)('no changed byte of %s is believed (%d)', { timeout: 900_000 }, ([name, index]) => {
  const reader = READERS[name] as Reader;
  const sayings = made[index] as Sayings;
  const accepts = (bytes: Uint8Array): boolean => outcome(reader, bytes, sayings) === 'read';
  expect(survivors(reader.value(sayings), accepts)).toEqual([]);
});
