import { readFile } from 'node:fs/promises';

import { KeyFileError, type KeyFileProblem } from '@lacre/pades';

/** A file that sealing rests on is lost, damaged or not what it was named for. The message is for people. */
export class SealKeysUnusable extends Error {
  override readonly name = 'SealKeysUnusable';
}

const RESTORE = 'Restaure-o da cópia de segurança, com a pasta seal-keys inteira. Nada foi assinado.';

/** A file of the keys' folder. @throws SealKeysUnusable when it is not there */
export async function readKept(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new SealKeysUnusable(`falta ${path}, da autoridade do selo. ${RESTORE}`);
    throw new SealKeysUnusable(`não se pode ler ${path} (${error.code}). ${RESTORE}`);
  });
}

export const damaged = (path: string): SealKeysUnusable =>
  new SealKeysUnusable(`${path} está danificado. ${RESTORE}`);

export const mismatched = (what: string): SealKeysUnusable =>
  new SealKeysUnusable(
    `${what}: os arquivos são de autoridades diferentes. Restaure da cópia de segurança a pasta seal-keys inteira. Nada foi assinado.`,
  );

const WORDS: Readonly<Record<KeyFileProblem, string>> = {
  unreadable: 'não é um arquivo PKCS #12 ou PEM que se possa ler',
  'wrong-password': 'não abre com a senha de SEAL_PFX_PASSWORD',
  'no-private-key': 'não é um arquivo PKCS #12 ou PEM com chave privada',
  'no-certificate': 'não tem o certificado da sua chave',
};

/** A file that a setting names. @throws SealKeysUnusable when it cannot be read */
export async function readNamed(setting: string, path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'não existe' : `não pode ser lido (${error.code})`;
    throw new SealKeysUnusable(`${setting}: ${path} ${why}.`);
  });
}

/** What a key file that was named holds. @throws SealKeysUnusable */
export function opening<Result>(setting: string, path: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    if (error instanceof KeyFileError)
      throw new SealKeysUnusable(`${setting}: ${path} ${WORDS[error.code]}.`, { cause: error });
    throw error;
  }
}
