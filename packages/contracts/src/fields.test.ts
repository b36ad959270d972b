import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { operations } from './api/operations.ts';
import {
  email,
  filledParagraph,
  line,
  lineOrBlank,
  mobile,
  moment,
  paragraph,
  personFields,
  phone,
  phoneForm,
  timestamp,
} from './fields.ts';

it.each([
  'ana@exemplo.com.br',
  'ana.souza+contratos@exemplo.com.br',
  'ana-souza@ex-emplo.com',
  'a+b+c@d.store',
  '++@d.com',
  'A_1@B.CO',
])('takes %s', (address) => {
  expect(email.parse(` ${address} `)).toBe(address.toLowerCase());
});

it.each([
  '',
  'ana',
  'ana@',
  '@exemplo.com',
  'ana@exemplo',
  'ana..b@c.com',
  '.ana@c.com',
  'ana.@c.com',
  'a b@c.com',
])('does not take "%s" for an address', (address) => {
  expect(email.safeParse(address).success).toBe(false);
});

/** What has been seen to make patterns try every way to split a text. */
const PUMPS = ['a', 'a+', '+', 'a.', 'a-', '0', '0.', 'A', ':', '/', ' ', '_'];
const LIMIT_MS = 10_000;

it('has no pattern that backtracks over a long wrong text', () => {
  for (const pattern of patternsOf(operations))
    for (const pump of PUMPS) {
      const text = `${pump.repeat(120)}!`;
      // A thousand characters take microseconds; one pattern that tries every split takes years, and is cut short here.
      const run = () =>
        runInNewContext('new RegExp(pattern, "u").test(text)', { pattern, text }, { timeout: LIMIT_MS });
      expect(run, `${pattern} on ${pump}`).not.toThrow();
    }
});

it.each([
  [
    'line',
    line('o nome'),
    ['Ana', ' Ana Souza\n', '\ufeffAna'],
    ['', ' ', 'A\u0000', 'A\nB', '\u202eana', 'Ana\u3164', '\u2800', '\uffa0', 'a\u0085'],
  ],
  [
    'lineOrBlank of three',
    lineOrBlank(200, { least: 3, message: 'Muito curta' }),
    ['', '  ', 'Ana', ' Ana ', 'A a', '🙂🙂🙂'],
    ['A', 'AB', ' AB ', 'A  ', '🙂🙂'],
  ],
  ['lineOrBlank', lineOrBlank(200), ['', '\n', 'Ana'], ['A\u0000', 'A\nB', 'A\ufeffB']],
  ['filledParagraph', filledParagraph(200, 'o texto'), ['A\nB'], ['', ' \n', 'A\vB']],
  ['paragraph', paragraph(200), ['', '\v', 'A\nB\tC', ' A\f'], ['A\vB', 'A\u200bB', '\u0000']],
])('a %s is described by a pattern that takes the same texts', (_name, schema, good, bad) => {
  const { pattern = '$^' } = z.toJSONSchema(schema, { io: 'input' }) as { pattern?: string };
  for (const text of [...good, ...bad]) {
    const isGood = (good as readonly string[]).includes(text);
    expect([text, new RegExp(pattern, 'u').test(text)]).toEqual([text, isGood]);
    expect([text, schema.safeParse(text).success]).toEqual([text, isGood]);
  }
});

it('knows no year zero, which the database does not', () => {
  expect(timestamp.safeParse('0000-01-01T00:00:00Z').success).toBe(false);
  expect(timestamp.safeParse('0001-01-01T00:00:00Z').success).toBe(true);
});

it.each([
  ['2026-12-01T10:00:00-03:00', '2026-12-01T13:00:00.000Z'],
  ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00.123Z'],
  ['2026-12-31T22:30:00-02:00', '2027-01-01T00:30:00.000Z'],
  ['2026-12-01T10:00:00+05:30', '2026-12-01T04:30:00.000Z'],
  ['2026-12-01T10:00:00-00:00', '2026-12-01T10:00:00.000Z'],
  ['0001-01-01T03:00:00+03:00', '0001-01-01T00:00:00.000Z'],
])('takes the moment %s as %s', (text, utc) => {
  expect(moment.parse(text)).toBe(utc);
  expect(timestamp.parse(moment.parse(text))).toBe(utc);
});

it.each([
  '2026-12-01T10:00:00',
  '2026-12-01 10:00:00-03:00',
  '2026-12-01T10:00:00-3',
  '2026-12-01T10:00:00-25:00',
  '2026-02-29T10:00:00-03:00',
  '2026-12-01T24:00:00-03:00',
  '2026-12-01',
  // In UTC they are of years that nothing keeps.
  '0000-12-31T23:00:00+03:00',
  '0001-01-01T00:00:00+03:00',
  '9999-12-31T23:00:00-03:00',
  '',
])('refuses %s as a moment, with one fault', (text) => {
  expect(moment.safeParse(text).error?.issues.map(({ message }) => message)).toHaveLength(1);
});

/** Every pattern that a request of any operation is held to. */
function patternsOf(all: typeof operations): Set<string> {
  const patterns = new Set<string>();
  for (const { body, params, query } of Object.values(all) as {
    body?: z.ZodType;
    params?: z.ZodType;
    query?: z.ZodType;
  }[])
    for (const schema of [body, params, query])
      if (schema !== undefined)
        collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), patterns);
  expect(patterns.size).toBeGreaterThan(5);
  return patterns;
}

function collect(node: unknown, patterns: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    collect(value, patterns);
  }
}

it('accepts phones with an existing area code, and applies no rule to those in the log', () => {
  const said = (form: z.ZodType, number: string) =>
    form.safeParse(number).error?.issues.map(({ message }) => message) ?? [];
  for (const code of ['10', '20', '36', '90']) {
    expect(said(mobile, `${code}987654321`)).toEqual(['Não há este DDD']);
    expect(said(phoneForm, `(${code}) 3333-4444`)).toEqual(['Não há este DDD']);
    expect(said(phone, `${code}33334444`)).toEqual([]);
  }
  expect(said(mobile, '(68) 98765-4321')).toEqual([]);
  expect(said(phoneForm, '6832231000')).toEqual([]);
  expect(said(mobile, '1033')).toHaveLength(1);
});

it('accepts as a birthday every day from 1900 on and no other, as its description says', () => {
  const { birthday } = personFields.shape;
  const { pattern = '', format } = z.toJSONSchema(birthday);
  expect(format).toBe('date');
  const described = new RegExp(pattern, 'u');
  const isTaken = (text: string) => {
    const { success } = birthday.safeParse(text);
    expect(described.test(text), text).toBe(success);
    return success;
  };
  const wrong: string[] = [];
  const day = new Date('1896-01-01T00:00:00Z');
  for (; day.getUTCFullYear() < 2405; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10);
    if (isTaken(text) !== text >= '1900-01-01') wrong.push(text);
  }
  expect(wrong).toEqual([]);
  for (const text of ['1900-02-29', '2023-02-29', '2100-02-29', '1990-04-31', '1990-13-01', '1990-1-1', ''])
    expect(isTaken(text)).toBe(false);
});
