import { RawUpdate } from '@lacre/pades-lab/attacks/raw-update';
import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { sealedTo } from '@lacre/pades-lab/fixtures/long-term';
import { expect, test } from 'vitest';

import { validatePdf } from '../validate-pdf.ts';

/** Stores that uploads brought along, each with something that has no place in one. */
const STRANGE_STORES: Readonly<Record<string, string>> = {
  'a VRI whose list leads nowhere':
    '<< /VRI << /A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0 << /Cert [99 0 R null] >> >> >>',
  'a VRI named in lower case':
    '<< /VRI << /a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0 << /Cert [5 0 R] >> >> >>',
  'a custom key': '<< /Type /DSS /ACME_Note (x) /VRI << >> >>',
  'a key that leads elsewhere': '<< /ACME_Page 3 0 R >>',
};

function withStore(store: string): Buffer {
  return onePage(undefined, '', `/DSS ${store}`).stream(5, 'no certificate').table('/Root 1 0 R').bytes;
}

async function verdictOf(file: Uint8Array): Promise<readonly string[]> {
  const { signer } = await authority();
  const { verdict, reasons } = await validatePdf(file, { trustedSealCertificates: [signer], at: NOW });
  return [verdict, ...reasons.map(({ code }) => code)];
}

test.for(Object.entries(STRANGE_STORES))(
  'a document that brought %s is intact at every level',
  async ([, store]) => {
    const { file, sizes } = await sealedTo('B-LTA', withStore(store));
    for (const size of Object.values(sizes)) {
      expect(await verdictOf(file.pdf.subarray(0, size)), String(size)).toEqual(['intact']);
    }
  },
);

test.for(Object.entries(STRANGE_STORES))('%s that came after the seal is not allowed', async ([, store]) => {
  const { file } = await sealedTo('B-T', onePage().stream(5, 'no certificate').table('/Root 1 0 R').bytes);
  const update = new RawUpdate(file.pdf);
  const changed = update.edit(update.pdf.root, { DSS: store }).finish();
  expect((await verdictOf(changed))[0]).toBe('altered-after-sealing');
});

test('unusual entries from before the seal may not be changed after it', async () => {
  const { file } = await sealedTo('B-T', withStore(STRANGE_STORES['a custom key'] ?? ''));
  const update = new RawUpdate(file.pdf);
  const changed = update
    .edit(update.pdf.root, { DSS: '<< /Type /DSS /ACME_Note (y) /VRI << >> >>' })
    .finish();
  expect((await verdictOf(changed))[0]).toBe('altered-after-sealing');
});

async function levelOf(file: Uint8Array): Promise<string | undefined> {
  const { signer } = await authority();
  return (await validatePdf(file, { trustedSealCertificates: [signer], at: NOW })).report.level;
}

test('a second seal finds its validation data in the store of the first', async () => {
  const { file: first } = await sealedTo('B-LTA', onePage().table('/Root 1 0 R').bytes);
  const { file, sizes } = await sealedTo('B-LTA', first.pdf);
  for (const [level, size] of Object.entries(sizes)) {
    const beginning = file.pdf.subarray(0, size);
    expect(await verdictOf(beginning), level).toEqual(['intact']);
    expect(await levelOf(beginning)).toBe(level);
  }
});
