import { randomUUID } from 'node:crypto';

import { cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  own = await harness.tenant();
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

const MINUTE_MS = 60_000;
const advance = (ms: number) => (clock = new Date(clock.getTime() + ms));
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

type Who = { processId: string; personId: string; cpf: string };
const requestCode = (who: Partial<Who> & { domain?: string }, from: string) =>
  harness.send('POST', '/signature/code', who, { from });
const open = (who: Partial<Who> & { domain?: string }, code: string, from: string) =>
  harness.send(
    'POST',
    '/signature/session',
    { ...who, code },
    { from, headers: { 'client-device-id': randomUUID() } },
  );

/** An attacker with the link and the CPF, who asks for codes as often as allowed and guesses each five times. */
async function guessFor(hours: number, who: Who, addresses: readonly string[]): Promise<number> {
  let guessed = 0;
  for (let passed = 0; passed < hours * 60; passed += 15) {
    for (const from of addresses) {
      const asked = await requestCode(who, from);
      for (let tries = 0; tries < 5; tries += 1)
        if ((await open(who, '999999', from)).body.code === 'AUTH_DEVICE_VALIDATION_ERROR') guessed += 1;
      if (asked.status === 429) break;
    }
    advance(15 * MINUTE_MS);
  }
  return guessed;
}

describe('guessing a code', () => {
  it('slows down for one source however many codes are asked for, and leaves the owner alone', async () => {
    const { processId, ana } = await harness.process(own);
    const who = { processId, personId: ana.personId, cpf: ana.cpf };
    // Six hours at 5 guesses a code, 5 codes a quarter of an hour, would be 600.
    const guessed = await guessFor(6, who, ['203.0.113.7']);
    expect(guessed).toBeGreaterThan(9);
    expect(guessed).toBeLessThan(21);
    await requestCode(who, '198.51.100.1');
    expect((await open(who, harness.lastCode(), '198.51.100.1')).status).toBe(200);
  }, 120_000);

  it('counts the addresses of one /64 as one source', async () => {
    const { processId, ana } = await harness.process(own);
    const who = { processId, personId: ana.personId, cpf: ana.cpf };
    const codes: unknown[] = [];
    for (let host = 1; host <= 12; host += 1) {
      if (host % 5 === 1) await requestCode(who, '198.51.100.1');
      codes.push((await open(who, wrong(harness.lastCode()), `2001:db8:7::${host.toString(16)}`)).body.code);
    }
    expect(codes.slice(-1)).toEqual(['TOO_MANY_REQUESTS']);
    // Another site of the same provider is not kept waiting.
    const elsewhere = await open(who, wrong(harness.lastCode()), '2001:db8:8::1');
    expect(elsewhere.body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });

  it('slows down for one person from all addresses together', async () => {
    const { processId, ana } = await harness.process(own);
    const who = { processId, personId: ana.personId, cpf: ana.cpf };
    const addresses = Array.from({ length: 3 }, (_, n) => `203.0.113.${n + 20}`);
    const guessed = await guessFor(4, who, addresses);
    expect(guessed).toBeGreaterThan(20);
    expect(guessed).toBeLessThan(45);
    // Waits grow to an hour and no longer: with the attack still on, the owner's turn comes.
    advance(61 * MINUTE_MS);
    await requestCode(who, '198.51.100.2');
    expect((await open(who, harness.lastCode(), '198.51.100.2')).status).toBe(200);
  }, 120_000);

  it('discloses by no delay whether a CPF is registered', async () => {
    const { ana } = await harness.process(own);
    const answers = async (cpf: string) => {
      const codes: unknown[] = [];
      for (let tries = 0; tries < 14; tries += 1)
        codes.push(
          (await open({ domain: own.registration.tenant.domain, cpf }, '999999', '203.0.113.90')).body.code,
        );
      return codes;
    };
    const known = await answers(ana.cpf);
    expect(known.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect(await answers(cpfOf(987_654))).toEqual(known);
  });
});
