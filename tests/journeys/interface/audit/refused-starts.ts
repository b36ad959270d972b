import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { Audited } from './use-audit.ts';

/** Starts of an installation that lacks a part. */
export function refusesStarts(audited: Audited): void {
  describe('a start without what the log speaks of', () => {
    const MAIN = fileURLToPath(new URL('../../../../infra/local/src/main.ts', import.meta.url));
    const startFails = (folder: string) => {
      const { status, stdout } = spawnSync(process.execPath, [MAIN, '--data', folder, '--port', '1'], {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      return { status, said: stdout };
    };
    /** Does something while a folder of the installation is elsewhere. */
    async function without<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
      const [there, away] = [join(audited.lacre.dataDir, name), join(audited.lacre.dataDir, `${name}-away`)];
      renameSync(there, away);
      try {
        return await work();
      } finally {
        rmSync(there, { recursive: true, force: true });
        renameSync(away, there);
      }
    }

    it('is refused without the keys of the seal, and makes no new authority', async () => {
      for (const [folder, words] of [
        ['seal-keys', 'A pasta de chaves do selo'],
        ['seal-keys/authority', 'as chaves do selo não estão em'],
      ] as const) {
        const { status, said, made } = await without(folder, () => ({
          ...startFails(audited.lacre.dataDir),
          made: existsSync(join(audited.lacre.dataDir, 'seal-keys', 'authority')),
        }));
        expect([status, made]).toEqual([1, false]);
        expect(said).toContain(words);
      }
    });

    it('is refused with the keys of another installation', async () => {
      const { status, said } = await without('seal-keys/certificates', () =>
        startFails(audited.lacre.dataDir),
      );
      expect(status).toBe(1);
      expect(said).toContain('são de outra instalação ou estão incompletas');
      const report = await without('seal-keys/certificates', () =>
        audited.run('fsck', '--only', 'seal-keys'),
      );
      expect([report.status, report.said]).toEqual([1, expect.stringContaining('falta o certificado')]);
    });

    it('is refused without the files', async () => {
      for (const [folder, words] of [
        ['blobs', 'está vazia ou não é a da instalação'],
        ['blobs/blobs', 'documentos que não estão onde os arquivos ficam'],
      ] as const) {
        const { status, said } = await without(folder, () => startFails(audited.lacre.dataDir));
        expect(status).toBe(1);
        expect(said).toContain(words);
      }
    });

    it('is refused without the database, as fsck is, and makes no new one', async () => {
      const { status, said, report, made } = await without('postgres', async () => ({
        ...startFails(audited.lacre.dataDir),
        report: await audited.run('fsck'),
        made: existsSync(join(audited.lacre.dataDir, 'postgres')),
      }));
      expect([status, report.status, made]).toEqual([1, 2, false]);
      expect(said).toContain('falta o banco de dados');
      expect(report.said).toContain('falta o banco de dados');
    });

    it('leaves the installation as it was', async () => {
      expect((await audited.run('fsck')).status).toBe(0);
    });
  });
}
