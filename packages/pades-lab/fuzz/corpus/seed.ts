/** An input to start from. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How often it is chosen, 1 by default; less for what takes long. */
  readonly weight?: number;
}

/** What the targets read. */
export const KINDS = [
  'pdf',
  'sealed-pdf',
  'seal-revision',
  'signed-data',
  'certificate',
  'time-stamp-request',
  'time-stamp-response',
  'time-stamp-token',
  'ocsp-request',
  'ocsp-response',
  'crl',
  'pem',
] as const;

export type Kind = (typeof KINDS)[number];

export interface GenuineFile {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Everything a run starts from, the same in every run. Plain data, so that threads can be given it. */
export interface Corpus {
  readonly seeds: Readonly<Record<Kind, readonly Seed[]>>;
  /** The sealer's own certificate, then its issuers; of each authority that sealed. */
  readonly sealers: readonly (readonly Uint8Array[])[];
  /** Every file that was sealed, at every level. */
  readonly genuine: readonly GenuineFile[];
}
