import { validatePdf, type Verdict } from '@lacre/pades';
import { sweeps, TRICKS } from '@lacre/pades/attacks/all-attacks';
import { type Bases, makeBases } from '@lacre/pades/attacks/sealed-bases';
import { beforeAll, expect, test } from 'vitest';

import { attachEvidence, verifiedByScript } from './evidence-script.ts';

let bases: Bases;
beforeAll(async () => {
  bases = await makeBases(attachEvidence);
});

async function verdictOf(file: Uint8Array): Promise<Verdict> {
  return (await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] })).verdict;
}

test('the files hold before anything is done to them, as far as they go', async () => {
  const names = ['table', 'stream', 'stamped', 'longTerm', 'archived', 'archivedStream'] as const;
  const told = await verifiedByScript(names.map((name) => bases[name].file));
  expect(Object.fromEntries(names.map((name, at) => [name, told[at]?.status]))).toEqual({
    // A seal does not cover what lies in its own place; a time stamp over the file does.
    table: 3,
    stream: 3,
    stamped: 3,
    longTerm: 3,
    archived: 0,
    archivedStream: 0,
  });
});

test(
  'everything that the script finds to hold, the validator finds genuine',
  { timeout: 600_000 },
  async () => {
    const attacks = [...TRICKS, ...sweeps(bases)];
    const files: Uint8Array[] = [];
    for (const attack of attacks) files.push(await attack.make(bases));
    const told = await verifiedByScript(files);
    const wrong: string[] = [];
    for (const [at, { status }] of told.entries()) {
      const file = files[at] as Uint8Array;
      const { family = '', name = '' } = attacks[at] ?? {};
      if (status === 0) wrong.push(`${family}: ${name}: ${await verdictOf(file)}`);
    }
    expect(told).toHaveLength(attacks.length);
    const counts = Object.groupBy(told, ({ status }) => String(status));
    console.info(
      Object.entries(counts)
        .map(([status, all]) => `${status}: ${all?.length}`)
        .join(', '),
    );
    expect(wrong).toEqual([]);
  },
);
