import { readPdf, validatePdf } from '@lacre/pades';
import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { evidenceDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { HONEST_FILES } from '@lacre/pades-lab/fixtures/honest-written';
import { renew, sealedTo } from '@lacre/pades-lab/fixtures/long-term';
import { expect, test } from 'vitest';

import { attachEvidence, verifiedByScript } from './evidence-script.ts';

const DAY_MS = 86_400_000;

test('the script finds every honest file to hold, sealed and renewed', { timeout: 600_000 }, async () => {
  const owner = await authority('ec-p256');
  const pages = await evidenceDocument(1);
  const files: [name: string, file: Uint8Array][] = [];
  for (const [name, make] of Object.entries(HONEST_FILES)) {
    const original = await make();
    const attachments = [attachEvidence(original, 'B-LTA', owner)];
    // Of a document that others have signed, the evidence is a file of its own.
    if (readPdf(original).hasSignatures) continue;
    const options = { held: owner, evidence: pages, attachments, reserveBytes: 8192 };
    const { file } = await sealedTo('B-LTA', original, options);
    await renew(file, 'DocTimeStamp', owner, new Date(NOW.getTime() + 300 * DAY_MS));
    files.push([name, Buffer.from(file.pdf)]);
  }
  const told = await verifiedByScript(files.map(([, file]) => file));
  const wrong = told.flatMap(({ status, text }, at) =>
    status === 0
      ? []
      : [
          `${files[at]?.[0]}: ${text
            .split('\n')
            .filter((line) => !line.startsWith('confere'))
            .join(' ')}`,
        ],
  );
  expect(wrong).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(100);
  const [, last] = files.at(-1) ?? [];
  const { verdict } = await validatePdf(last ?? Buffer.alloc(0), { trustedSealCertificates: [owner.signer] });
  expect(verdict).toBe('intact');
});
