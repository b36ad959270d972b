import type { Bases } from './sealed-bases.ts';

export type AttackFamily =
  | 'incremental saving'
  | 'signature wrapping'
  | 'universal forgery'
  | 'shadow hide'
  | 'shadow replace'
  | 'shadow hide and replace'
  | 'evil annotation'
  | 'sneaky signature'
  | 'parser differential'
  | 'trailing bytes'
  | 'truncation'
  | 'flipped bits'
  | 'forged or re-used CMS'
  | 'wrong ByteRange'
  | 'forged long-term data'
  | 'other spelling'
  | 'two roles';

/** A file that must never be called intact, made from genuinely sealed ones. */
export interface Attack {
  readonly family: AttackFamily;
  /** The trick, in words. */
  readonly name: string;
  make(bases: Bases): Promise<Uint8Array> | Uint8Array;
}

type Make = Attack['make'];

/** All tricks of one family, by name. */
export function attacks(family: AttackFamily, tricks: Readonly<Record<string, Make>>): Attack[] {
  return Object.entries(tricks).map(([name, make]) => ({ family, name, make }));
}
