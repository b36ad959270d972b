import type { LocalAuthority, TrustedSealCertificate } from '@lacre/pades';

import type { GenuineFiles } from '../corpus/genuine-files.ts';
import type { Corpus, Kind } from '../corpus/seed.ts';
import type { Random } from '../random.ts';

/** What targets have at hand beside their input. */
export interface Surroundings {
  readonly corpus: Corpus;
  readonly owner: LocalAuthority;
  readonly stranger: LocalAuthority;
  readonly trustedSealCertificates: readonly TrustedSealCertificate[];
  readonly genuine: GenuineFiles;
}

/** How an input ended, in a word or two: another word is as good as another line of code reached. */
export type Outcome = string;

export interface Target {
  readonly name: string;
  /** Seeds that it starts from. */
  readonly kind: Kind;
  /** Share of the inputs of a run. */
  readonly share: number;
  /** Share of its own inputs that are run with coverage, which costs up to ten times as much. */
  readonly scouting: number;
  mutate(
    seed: Uint8Array,
    random: Random,
    other: Uint8Array,
    at: Surroundings,
  ): Uint8Array | Promise<Uint8Array>;
  /** Runs one input. Whatever it throws, but for `refusals`, is a finding. */
  run(input: Uint8Array, at: Surroundings): Outcome | Promise<Outcome>;
  readonly refusals: readonly (new (...parts: never[]) => Error)[];
}
