import type { ErrorCode } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { KeyedDigest } from '@lacre/identity';
import type { Pool } from 'pg';

import { KeptSource } from './kept-source.ts';
import { SourceUnavailable, type Coordinates, type Place, type Source, type Sources } from './source.ts';

interface Dependencies {
  pool: Pool;
  digest: KeyedDigest;
  now: () => Date;
}

/** About 100 m: state and city do not differ within less. */
const rounded = (degrees: string): string => Number(degrees).toFixed(3);

/** What is looked up elsewhere, kept. A source that was not given is one that is away. */
export function createLookUps(sources: Partial<Sources>, { pool, digest, now }: Dependencies) {
  const kept = { pool, now };
  const { cnpj = AWAY, cep = AWAY, place } = sources;
  return {
    cnpj: new KeptSource({ ...kept, kind: 'cnpj', source: cnpj, keyOf: (asked: string) => asked }),
    cep: new KeptSource({ ...kept, kind: 'cep', source: cep, keyOf: (asked: string) => asked }),
    place:
      place &&
      new KeptSource<Coordinates, Place>({
        ...kept,
        kind: 'place',
        source: place,
        keyOf: ({ latitude, longitude }) => digest('place', rounded(latitude), rounded(longitude)),
      }),
  };
}

export type LookUps = ReturnType<typeof createLookUps>;

const AWAY: Source<string, never> = {
  find: async () => {
    throw new SourceUnavailable('there is no source');
  },
};

/** What a source knows. @throws Refusal `away` when it cannot be asked */
export async function lookedUp<Asked, Value>(
  source: Source<Asked, Value>,
  asked: Asked,
  away: ErrorCode,
): Promise<Value | undefined> {
  try {
    return await source.find(asked);
  } catch (error) {
    if (error instanceof SourceUnavailable) throw new Refusal(away, { cause: error });
    throw error;
  }
}
