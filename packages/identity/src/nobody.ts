import type { KeyedDigest } from './keyed-digest.ts';

/** The id that stands for an unknown address, phone or CPF: of no user or person, and the same each time it is asked for. */
export const nobody = (digest: KeyedDigest, subject: string): string =>
  digest('nobody', subject)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
