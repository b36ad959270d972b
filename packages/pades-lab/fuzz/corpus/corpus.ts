import { createHash } from 'node:crypto';

import { messages } from '../targets/messages.ts';
import { fixedAuthority } from './fixed-authority.ts';
import { plainFiles } from './plain-files.ts';
import { sealedFiles } from './sealed-files.ts';
import { type Corpus, KINDS } from './seed.ts';

export const OWNER = 'Tabelionato';
export const RSA_OWNER = 'Tabelionato RSA';
export const STRANGER = 'Outra Empresa';

/** Makes everything a run starts from. Takes a second or two; nothing is read from disk. */
export async function makeCorpus(): Promise<Corpus> {
  const owner = fixedAuthority(OWNER);
  const rsa = fixedAuthority(RSA_OWNER, 'rsa');
  const sealed = await sealedFiles(owner, rsa, fixedAuthority(STRANGER));
  return {
    seeds: {
      pdf: [...(await plainFiles()), ...sealed.files.filter((_, index) => index % 3 === 0)],
      'sealed-pdf': sealed.files,
      'seal-revision': sealed.revisions,
      ...(await messages(owner, rsa, sealed.revisions)),
    },
    sealers: [owner, rsa].map(({ seal, issuing, root }) =>
      [seal, issuing, root].map(({ certificate }) => certificate.der),
    ),
    genuine: sealed.genuine,
  };
}

/** SHA-256 over all seeds: two runs with the same begin from the same. */
export function digestOf(corpus: Corpus): string {
  const hash = createHash('sha256');
  for (const kind of KINDS)
    for (const { bytes } of corpus.seeds[kind]) hash.update(`${kind} ${bytes.length} `).update(bytes);
  return hash.digest('hex');
}
