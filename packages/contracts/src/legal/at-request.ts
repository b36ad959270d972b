/**
 * Signing a rogo: who cannot read and write, or cannot sign, asks another to sign in their name, and two witnesses
 * subscribe (Código Civil, art. 595, of contracts for services; art. 215, § 2º, of public deeds).
 */

/** Código Civil, art. 595. */
export const WITNESSES_AT_REQUEST = 2;

/** In placeholders, between a role's key and what is said of the person at whose request it is signed. */
export const AT_REQUEST_OF = 'a_rogo_de';

/** Who declares something of a document that is signed at another's request. */
export const DECLARERS = ['signer', 'witness'] as const;
export type Declarer = (typeof DECLARERS)[number];

/** Why a person cannot sign. */
export const IMPEDIMENTS = ['cannot-read-or-write', 'physical-condition'] as const;
export type Impediment = (typeof IMPEDIMENTS)[number];

/** After "que". */
export const IMPEDIMENT_WORDS: Readonly<Record<Impediment, string>> = {
  'cannot-read-or-write': 'não sabe ler ou escrever',
  'physical-condition': 'não pode assinar por condição física',
};

/** The version of the declarations that are shown now; another text is another version. */
export const DECLARATION_VERSION = '2026-11-29';

/** The versions that declarations were made in, the newest first. Their texts never change. */
export const DECLARATION_VERSIONS = [DECLARATION_VERSION] as const;
export type DeclarationVersion = (typeof DECLARATION_VERSIONS)[number];

const TEXTS: Readonly<Record<DeclarationVersion, Readonly<Record<Declarer, string>>>> = {
  '2026-11-29': {
    signer:
      'Declaro que o documento foi lido em voz alta, por inteiro, à pessoa a rogo de quem assino, na presença das ' +
      'testemunhas; que ela disse ter entendido e concordar com o que foi lido; e que ela me pediu que o assinasse em ' +
      'seu nome.',
    witness:
      'Declaro que presenciei a leitura do documento em voz alta, por inteiro, à pessoa que não pode assinar; que ela ' +
      'disse ter entendido e concordar com o que foi lido; e que ela pediu a quem assina a rogo que o assinasse em seu ' +
      'nome.',
  },
};

/** What was declared in a version, to the letter. Who is meant stands beside it, and is no part of it. */
export const declarationText = (version: DeclarationVersion, by: Declarer): string => TEXTS[version][by];

/** SHA-256 of {@link declarationText} in UTF-8; a test recomputes them. */
export const DECLARATION_SHA256: Readonly<Record<DeclarationVersion, Readonly<Record<Declarer, string>>>> = {
  '2026-11-29': {
    signer: 'e3df35a6dfcddc50c8c34fc238b7a6e552ae5039e5a2f942c54e37cfc6f315cc',
    witness: '0a47a46a37eefdb0189cfa8a49670327edab804fac6175ead91ab04ea5909116',
  },
};

export const isDeclarationVersion = (text: string): text is DeclarationVersion =>
  DECLARATION_VERSIONS.some((version) => version === text);

interface PartTaken {
  readonly personId: string;
  readonly part: 'signer' | 'signatory' | 'attestant';
  readonly atRequestOf?: object | undefined;
}

/** What a participant declares with each signature; undefined where no one signs at another's request. */
export function declarerOf(
  { part, atRequestOf }: PartTaken,
  participants: readonly PartTaken[],
): Declarer | undefined {
  if (atRequestOf !== undefined) return 'signer';
  return part === 'attestant' && participants.some((one) => one.atRequestOf !== undefined)
    ? 'witness'
    : undefined;
}
