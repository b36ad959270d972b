import { sealPdf, validatePdf, type Validation, type Verdict } from '@lacre/pades';
import { beforeAll, describe, expect, test } from 'vitest';

import { NOW } from '../fixtures/authorities.ts';
import { codeOf } from '../fixtures/reading.ts';
import { sweeps, TRICKS } from './all-attacks.ts';
import type { Attack } from './attack.ts';
import { PREPARED_DOCUMENTS } from './prepared-documents.ts';
import { PREPARED_FILES, PREPARED_FOR_A_TAIL } from './rebuilt-otherwise.ts';
import { type Bases, sealedBases } from './sealed-bases.ts';
import { PREPARED_SECTIONS } from './section-numbers.ts';
import { STAMPED_OTHERWISE } from './stamped-otherwise.ts';
import { STAMPED_WITHOUT_END } from './stamped-without-end.ts';
import { SHARED_PARTS, SHARED_STORES, sharedDocument } from './two-roles.ts';

/** What an attack may be called. */
const CAUGHT: readonly Verdict[] = [
  'altered-after-sealing',
  'signature-invalid',
  'not-sealed-by-us',
  'unreadable',
];

/** A validator asked a few thousand times a minute must not work long on any of them: processor time, microseconds. */
const SLOW_US = 2_000_000;

const INSIDE = 'a signature time stamp by an authority of one’s own';

/** Evidence by untrusted authorities, which shows and changes nothing: reported, and not called tampering. */
const STRANGERS: ReadonlySet<string> = new Set([
  INSIDE,
  'a capital digit in the archive time stamp',
  'an entry of VRI for a signature that is not there',
  'certificates of unknown holders',
  'a false OCSP response, by an unauthorised responder',
  'a false OCSP response, with its own responder’s certificate',
  'a false CRL, by another issuer',
  'a document time stamp by an authority of one’s own',
  'a document time stamp by an authority of one’s own, at once on the seal',
  'a document time stamp of a time before the seal',
]);

/** One end of line, which mail gateways add: named, and not called tampering. */
const ONE_END_OF_LINE: ReadonlySet<string> = new Set([
  'a line feed',
  'a carriage return',
  'a carriage return and a line feed',
  'a byte after an archive time stamp',
]);

let bases: Bases;
beforeAll(async () => {
  bases = await sealedBases();
});

interface Outcome {
  readonly attack: Attack;
  readonly file: Uint8Array;
  readonly validation: Validation;
  /** Processor time, microseconds. */
  readonly tookUs: number;
}

async function attempted(attack: Attack): Promise<Outcome> {
  const file = await attack.make(bases);
  const began = process.cpuUsage();
  const validation = await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] });
  return { attack, file, validation, tookUs: process.cpuUsage(began).user };
}

function row({ attack, validation }: Outcome): string {
  const why = validation.reasons.map(({ code }) => code).join(' ');
  return `${attack.family.padEnd(24)} ${attack.name.padEnd(76)} ${validation.verdict.padEnd(22)} ${why}`;
}

test('the files are intact before anything is done to them, each at its level', async () => {
  const levels = {
    table: 'B-B',
    stream: 'B-B',
    stamped: 'B-T',
    longTerm: 'B-LT',
    archived: 'B-LTA',
    archivedStream: 'B-LTA',
  };
  for (const [name, level] of Object.entries(levels)) {
    const { file } = bases[name as 'table'];
    const { verdict, reasons, report } = await validatePdf(file, {
      trustedSealCertificates: [bases.owner.signer],
    });
    expect({ name, verdict, reasons, level: report.level, status: report.indication?.indication }).toEqual({
      name,
      verdict: 'intact',
      reasons: [],
      level,
      status: 'TOTAL-PASSED',
    });
  }
});

describe.each([...new Set(TRICKS.map(({ family }) => family))])('%s', (family) => {
  const own = TRICKS.filter((attack) => attack.family === family);

  test.each(own.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const { validation, tookUs } = await attempted(attack);
    const { verdict, reasons, sealedBytes } = validation;
    const isKnown = STRANGERS.has(attack.name) || ONE_END_OF_LINE.has(attack.name);
    const allowed = isKnown ? ['augmented-by-others'] : CAUGHT;
    expect(allowed, `${verdict}: ${reasons.map(({ code }) => code).join(' ')}`).toContain(verdict);
    expect(reasons.length).toBeGreaterThan(0);
    // The genuine part is reported whenever there is one: a stranger's time stamp inside the seal leaves none.
    const genuine =
      verdict === 'altered-after-sealing' || (verdict === 'augmented-by-others' && attack.name !== INSIDE);
    expect(sealedBytes !== undefined).toBe(genuine);
    expect(tookUs).toBeLessThan(SLOW_US);
  });
});

/** A stamp as it should be, beside an object that nothing reaches. */
const LEFT_BEHIND = ['object-changed', 'later-signature-stamp'];

/** Stamps whose revision is refused whole, or that something else comes with. */
const REFUSED_BESIDE_THE_STAMP: Readonly<Record<string, readonly string[]>> = {
  'a stamp that is packed in two ways': ['revision-not-well-formed'],
  'a stamp in a superfluous filter': ['revision-not-well-formed'],
  'a stamp and a word more on the page': ['object-changed', 'later-signature-stamp'],
  'an unreached form that draws': LEFT_BEHIND,
  'an unreached form of a space': LEFT_BEHIND,
  'an unreached form that names the first page': LEFT_BEHIND,
  'an unreached form with resources': LEFT_BEHIND,
  'an unreached empty picture': LEFT_BEHIND,
  'an unreached page': LEFT_BEHIND,
  'an unreached catalog': LEFT_BEHIND,
  'an unreached text with the syntax of an object': ['revision-not-well-formed', ...LEFT_BEHIND],
  'an empty form that another unreached one names': ['object-changed', ...LEFT_BEHIND],
};

test.each([...STAMPED_OTHERWISE, ...STAMPED_WITHOUT_END].map((attack) => [attack.name, attack] as const))(
  '%s is refused for the stamp and nothing else',
  async (name, attack) => {
    const { validation } = await attempted(attack);
    const codes = validation.reasons.map(({ code }) => code);
    expect(codes).toEqual(REFUSED_BESIDE_THE_STAMP[name] ?? ['later-signature-visible']);
  },
);

test('every trick is a file of its own, and the table of them all', async () => {
  const names = TRICKS.map(({ family, name }) => `${family}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  const outcomes: Outcome[] = [];
  for (const attack of TRICKS) outcomes.push(await attempted(attack));
  const seen = new Map<string, string>();
  const twins = outcomes.flatMap(({ file, attack }) => {
    const key = Buffer.from(file).toString('latin1');
    const twin = seen.get(key);
    seen.set(key, attack.name);
    return twin === undefined ? [] : [`${twin} = ${attack.name}`];
  });
  expect(twins).toEqual([]);
  const families = new Set(TRICKS.map(({ family }) => family));
  expect(families.size).toBeGreaterThanOrEqual(15);
  expect(TRICKS.length).toBeGreaterThanOrEqual(668);
  console.info(outcomes.map(row).toSorted().join('\n'));
}, 120_000);

test('no cut at a boundary and no flipped bit in any region leaves a file intact', async () => {
  const all = sweeps(bases);
  const wrong: string[] = [];
  // Damage to what no signature covers, the validation data of a B-LT file, leaves a file augmented by others.
  const allowed = new Set<Verdict>([...CAUGHT, 'augmented-by-others']);
  for (const attack of all) {
    const outcome = await attempted(attack);
    if (!allowed.has(outcome.validation.verdict)) wrong.push(row(outcome));
  }
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(750);
}, 120_000);

test.each([...Object.entries(SHARED_STORES), ...Object.entries(SHARED_PARTS)])(
  'our own writer refuses to seal: %s',
  async (_, parts) => {
    const request = { signer: bases.owner.signer, signingTime: NOW, reserveBytes: 4200 };
    const refused = await sealPdf({ pdf: sharedDocument(parts), ...request }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'role-conflict' });
  },
);

test('a document prepared for an attack is refused before it is sealed, too', async () => {
  for (const attack of [...PREPARED_DOCUMENTS, ...PREPARED_SECTIONS, ...PREPARED_FOR_A_TAIL]) {
    const file = await attack.make(bases);
    const code = codeOf(file, (pdf) => pdf.checkAllObjects());
    expect(code, attack.name).not.toBe('none');
  }
});

test.each(Object.entries(PREPARED_FILES))(
  'a document is refused before it is sealed for %s',
  async (_, make) => {
    const { document } = await make();
    const code = codeOf(document, (pdf) => pdf.checkAllObjects());
    expect(['layout-hidden-syntax', 'linearization-length']).toContain(code);
  },
);
