import type { EvidenceMethod } from './evidence-facts.ts';

/** Classes of electronic signature of Lei nº 14.063/2020, art. 4º; the third, qualified, takes an ICP-Brasil key. */
export type LegalClass = 'simple' | 'advanced';

/**
 * Similarity from which a face counts as the person's, for the advanced class: percent. It asks for a high level of
 * confidence that nobody else could sign (art. 4º, II, b), far more than the product asks to let somebody sign.
 */
export const ADVANCED_FACE_SIMILARITY = 90;

/** The class that a signature made by those methods may claim, and the reason, as a sentence people read. */
export interface LegalClaim {
  readonly class: LegalClass;
  readonly why: string;
}

interface ClassRule {
  readonly class: LegalClass;
  readonly why: string;
  fits(methods: readonly EvidenceMethod[]): boolean;
}

const hasCode = (methods: readonly EvidenceMethod[]): boolean =>
  methods.some(({ kind }) => kind === 'email-code' || kind === 'sms-code');
const faceOf = (methods: readonly EvidenceMethod[]) => methods.find((method) => method.kind === 'face');
/** A photo from a file is anybody's to have. */
const isTheirs = (methods: readonly EvidenceMethod[]): boolean => {
  const face = faceOf(methods);
  return face?.capture === 'live' && face.similarity >= ADVANCED_FACE_SIMILARITY;
};

/** The first that fits is claimed, and none more than it. */
const RULES: readonly ClassRule[] = [
  {
    class: 'advanced',
    why: 'o código de uso único e o rosto conferido associam a assinatura somente a esta pessoa, e o selo revela alterações.',
    fits: (methods) => hasCode(methods) && isTheirs(methods),
  },
  {
    class: 'simple',
    why: 'CPF e código de uso único identificam a pessoa; o rosto veio de uma foto de arquivo, que não mostra presença.',
    fits: (methods) => hasCode(methods) && faceOf(methods)?.capture === 'file',
  },
  {
    class: 'simple',
    why: `CPF e código de uso único identificam a pessoa; a semelhança do rosto não chegou aos ${ADVANCED_FACE_SIMILARITY}% que aqui se exigem da classe avançada.`,
    fits: (methods) => hasCode(methods) && faceOf(methods) !== undefined,
  },
  {
    class: 'simple',
    why: 'a pessoa foi identificada pelo CPF e por um código de uso único enviado ao e-mail dela, sem certificado digital.',
    fits: (methods) => methods.some(({ kind }) => kind === 'email-code'),
  },
  {
    class: 'simple',
    why: 'a pessoa foi identificada pelo CPF e por um código de uso único enviado ao telefone dela, sem certificado digital.',
    fits: hasCode,
  },
  {
    class: 'simple',
    why: 'a pessoa foi identificada pelo CPF e por um dispositivo que ela confirmou antes com um código de uso único, sem certificado digital.',
    fits: (methods) => methods.some(({ kind }) => kind === 'known-device'),
  },
  {
    class: 'simple',
    why: 'a pessoa foi identificada pelos dados que informou, sem certificado digital.',
    fits: () => true,
  },
];

/** What a signature made by those methods claims to be. */
export function legalClaim(methods: readonly EvidenceMethod[]): LegalClaim {
  const rule = RULES.find((candidate) => candidate.fits(methods)) as ClassRule;
  return { class: rule.class, why: rule.why };
}
