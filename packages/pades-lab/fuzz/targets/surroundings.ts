import { readCertificate } from '@lacre/pades';

import { OWNER, STRANGER } from '../corpus/corpus.ts';
import { fixedAuthority } from '../corpus/fixed-authority.ts';
import { GenuineFiles } from '../corpus/genuine-files.ts';
import type { Corpus } from '../corpus/seed.ts';
import type { Surroundings } from './target.ts';

/** Makes what targets have at hand; once in each thread. */
export function surroundingsOf(corpus: Corpus): Surroundings {
  return {
    corpus,
    genuine: new GenuineFiles(corpus.genuine, corpus.seeds['sealed-pdf']),
    owner: fixedAuthority(OWNER),
    stranger: fixedAuthority(STRANGER),
    trustedSealCertificates: corpus.sealers.map(([own = new Uint8Array(), ...chain]) => ({
      certificate: readCertificate(own),
      chain: chain.map(readCertificate),
    })),
  };
}
