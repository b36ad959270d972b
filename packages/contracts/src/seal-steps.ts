/** Baseline levels of PAdES (ETSI EN 319 142-1, 6), from the signature alone to what proves itself for decades. */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SealLevel = (typeof SEAL_LEVELS)[number];

/** How far a document has come on its way to a sealed file, by the last step that is done. */
export const SEAL_STEPS = [
  'received',
  'completed',
  'rendered',
  'sealed',
  'time-stamped',
  'long-term',
  'archived',
] as const;
export type SealStep = (typeof SEAL_STEPS)[number];

/** The step that ends the way to each level. */
export const LAST_STEP: Readonly<Record<SealLevel, SealStep>> = {
  'B-B': 'sealed',
  'B-T': 'time-stamped',
  'B-LT': 'long-term',
  'B-LTA': 'archived',
};

/** Why a signed document can never be sealed, in the words of every screen, mail and page. */
export const SEAL_FAILURES = {
  'document-unreadable':
    'A estrutura do PDF não pode mais ser lida com segurança. Exporte o documento outra vez e peça as assinaturas em um novo processo.',
  'document-takes-no-seal':
    'O PDF não permite receber o selo sem alterar o que já traz. Envie uma cópia (por exemplo, por "imprimir em PDF") em um novo processo.',
} as const;
