import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { KNOWN_BEFORE_MS, rotateSealKey } from './local-authority-folder.ts';
import { listSealCertificates } from './operate-seal-keys.ts';
import { SealKeys } from './seal-keys.ts';

it('lists a new certificate as the coming one until the processes seal by it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-seal-'));
  try {
    const made = { folder, organization: 'Lacre' };
    const now = new Date();
    // The first of all is used at once.
    const later = (ms: number): Date => new Date(now.getTime() + KNOWN_BEFORE_MS + ms);
    await SealKeys.open({ ...made, now });
    const [first] = await listSealCertificates(folder, now);
    await rotateSealKey({ ...made, authorityUrl: undefined, now: later(1000) });
    // A process that runs remembers it before it seals by it.
    await SealKeys.open({ ...made, now: later(2000) });
    const statesAt = async (at: Date) => {
      const listed = await listSealCertificates(folder, at);
      const former = listed.find(({ sha256 }) => sha256 === first?.sha256);
      const renewed = listed.find(({ sha256 }) => sha256 !== first?.sha256);
      return [former?.state, renewed?.state];
    };
    expect(await statesAt(later(3000))).toEqual(['current', 'coming']);
    expect(await statesAt(later(3000 + KNOWN_BEFORE_MS))).toEqual(['other', 'current']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
