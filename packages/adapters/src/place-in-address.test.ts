import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { askEngines, type EngineSetting } from './engines/ask-engines.ts';
import { readEnvironment } from './environment.ts';
import { logPlace } from './installation/log-place.ts';
import { placeInAddress } from './place-in-address.ts';

/** In capitals and of no word that the product says, so that any part of it is found. */
const SECRET = 'SEGREDO';
const AWKWARD = [
  ...Array.from(`@/:?#,%&=+;\\[]{}|^~"'<>$!*() é\t`),
  '//',
  '://',
  '%2F',
  '%40',
  '%zz',
  '1',
  '12',
  'x.y',
];
const passwords = fc
  .array(fc.constantFrom(...AWKWARD, SECRET), { minLength: 1, maxLength: 8 })
  .map((parts) => `${SECRET}${parts.join('')}`);
const SCHEMES = {
  DATABASE_URL: 'postgres',
  EVENT_STORE_URL: 'kurrentdb',
  NATS_URL: 'nats',
  SMTP_URL: 'smtp',
  TSA_URL: 'http',
  GOTENBERG_URL: 'http',
} as const satisfies Partial<Record<EngineSetting, string>>;
const settings = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[];
/** Where the password stands in the address: before the host, alone, or as an option. */
const FORMS: readonly ((scheme: string, password: string, host: string) => string)[] = [
  (scheme, password, host) => `${scheme}://lacre:${password}@${host}`,
  (scheme, password, host) => `${scheme}://lacre:1${password}@${host}/x`,
  (scheme, password, host) => `${scheme}://${password}@${host},${host}?tls=false&defaultDeadline=2`,
  (scheme, password, host) => `${scheme}://${host},${scheme}://lacre:${password}@${host}`,
  (_, password, host) => `lacre:${password}@${host}`,
  (_, password) => `lacre:${password}`,
  (_, password) => password,
  (scheme, password, host) => `${scheme}://${host}?password=${password}`,
  (scheme, password, host) => `${scheme}://${host}/x?a=b,c&password=${password}@${host}`,
];

describe('the place in an address', () => {
  it.each([
    ['kurrentdb://lacre:abc/SEGREDO@esdb.exemplo:2113?tls=true', 'esdb.exemplo:2113'],
    ['kurrentdb+discover://lacre:a@b,c@n1:2113,n2,n3:1?tlsCAFile=x.pem', 'n1:2113,n2,n3:1'],
    ['kurrentdb://lacre:12/SEGREDO@n1', undefined],
    ['postgres://u:se,cret@[::1]:5432/db?sslmode=require', '[::1]:5432'],
    ['postgres://127.0.0.1:1/db?password=a@SEGREDO', undefined],
    ['nats://u:SEGREDO@a:1,nats://b:2', 'a:1,b:2'],
    ['nats://a:1,nats://u:SEGREDO@b:2', 'b:2'],
    ['SEGREDO@127.0.0.1:1', undefined],
    ['nats://SEGREDO@127.0.0.1:1', '127.0.0.1:1'],
    ['u:SEGREDO', undefined],
    ['SEGREDO://SEGREDO', undefined],
    ['SEGREDO', undefined],
    ['http://h/x@SEGREDO', undefined],
    ['http://h:3000/x?key=SEGREDO', 'h:3000'],
    ['', undefined],
  ])('%s is given as %s', (address, place) => {
    expect(placeInAddress(address)).toBe(place);
  });

  it('is hosts and ports, whatever the password is', () => {
    const HOSTS = /^(?:[\w.-]+(?::\d{1,5})?(?:,[\w.-]+(?::\d{1,5})?)*)?$/;
    fc.assert(
      fc.property(
        fc.constantFrom(...settings),
        fc.constantFrom(...FORMS),
        passwords,
        fc.boolean(),
        (setting, form, password, isEncoded) => {
          const said = isEncoded ? encodeURIComponent(password) : password;
          const address = form(SCHEMES[setting], said, '127.0.0.1:1');
          const place = placeInAddress(address);
          expect(place ?? '').not.toContain(SECRET);
          expect(place ?? '').toMatch(HOSTS);
          // What the database keeps in clear.
          expect(logPlace(address).at).toBe(place ?? '');
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('is all that the start says of an address, whatever the password is', { timeout: 120_000 }, async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error) => void warnings.push(message);
    process.on('warning', hear);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMS),
        passwords,
        fc.constantFrom('127.0.0.1:1', 'nada.invalid:1'),
        async (form, password, host) => {
          const given = Object.fromEntries(
            settings.map((name) => [name, form(SCHEMES[name], password, host)]),
          );
          for (const [name, value] of Object.entries(given))
            expect(refusalOf({ [name]: value })).not.toContain(SECRET);
          for (const { line, setting } of await askEngines(given, { timeoutMs: 500 })) {
            expect(line).not.toContain(SECRET);
            expect(line).toMatch(new RegExp(`^${setting}: .+\\.$`));
          }
        },
      ),
      // The first is one that Node's deprecated `url.parse` prints.
      { numRuns: 60, examples: [[FORMS[5]!, `${SECRET}:=);>)(`, '127.0.0.1:1']] },
    );
    process.off('warning', hear);
    expect(warnings.join('\n')).not.toContain(SECRET);
  });
});

function refusalOf(variables: Record<string, string>): string {
  try {
    readEnvironment('start', variables);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
