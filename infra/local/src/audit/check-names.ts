/** The parts of `lacre fsck`, in their order. */
export const CHECK_NAMES = [
  'installation',
  'log',
  'read-models',
  'indexes',
  'keys',
  'blobs',
  'seal-keys',
  'seals',
  'credits',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const isCheckName = (text: string): text is CheckName =>
  (CHECK_NAMES as readonly string[]).includes(text);
