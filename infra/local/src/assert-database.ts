import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findCluster } from '@lacre/postgres';

import { StartRefused } from './start-refused.ts';

const RESTORE =
  'Restaure a cópia de segurança inteira, com o banco de dados, ou use outra pasta para começar de novo.';

/**
 * Holds the data folder against the database that belongs to it, before a new one could be made in its place: beside the
 * keys of an installation, an empty log would lose every fact without a word. @throws StartRefused
 */
export function assertDatabaseThere(dataDir: string): void {
  const found = findCluster(join(dataDir, 'postgres'));
  switch (found.state) {
    case 'lost':
      throw new StartRefused(
        `o banco de dados desta pasta fica em ${found.target}, e não está nesta máquina: a pasta ${dataDir} foi copiada sem ele. Em instalações iniciadas como root, ele fica em /var/lib/lacre. Copie também ${found.target}, com o Lacre parado, ou restaure a cópia de segurança.`,
      );
    case 'shared':
      throw new StartRefused(
        `a pasta ${dataDir} é uma cópia: o banco de dados dela, ${found.target}, é o de ${found.owner}, que continua em uso. Duas instalações no mesmo banco misturariam os registros. ${RESTORE}`,
      );
    case 'absent':
      // Made after the database, at the first start: where it is, a database was.
      if (existsSync(join(dataDir, 'seal-keys', 'authority')))
        throw new StartRefused(
          `a pasta ${dataDir} tem as chaves de uma instalação, e falta o banco de dados em ${join(dataDir, 'postgres')}. ${RESTORE}`,
        );
      return;
    case 'here':
  }
}
