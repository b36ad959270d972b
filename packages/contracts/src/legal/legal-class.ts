import type { DataOf } from '../events/index.ts';

/**
 * What a signature made here claims to be in Brazilian law: one table, in which every rule names its source. The pages
 * of a sealed document, evidence.json, the process page, /validate and docs/classe-juridica.md all read it. To correct
 * the reading of the law, change it here.
 */

/** Classes of Lei nº 14.063/2020, art. 4º; the third, qualified, takes an ICP-Brasil certificate of the person's own. */
export type LegalClass = 'simple' | 'advanced';

export const LEGAL_CLASSES: Readonly<Record<LegalClass, { label: string; source: string }>> = {
  simple: { label: 'Simples', source: 'Lei nº 14.063/2020, art. 4º, I' },
  advanced: { label: 'Avançada', source: 'Lei nº 14.063/2020, art. 4º, II' },
};

export const LEGAL_SOURCES = {
  'lei-14063': {
    name: 'Lei nº 14.063/2020, art. 4º',
    says: 'Define as assinaturas eletrônicas simples, avançada e qualificada, e o que se exige de cada uma.',
    address: 'https://www.planalto.gov.br/ccivil_03/_ato2019-2022/2020/lei/l14063.htm',
  },
  'mp-2200-2': {
    name: 'MP nº 2.200-2/2001, art. 10, § 2º',
    says:
      'Admite outros meios de comprovar autoria e integridade de documentos eletrônicos, fora da ICP-Brasil, desde que ' +
      'as partes os admitam como válidos ou os aceite a pessoa a quem o documento é oposto.',
    address: 'https://www.planalto.gov.br/ccivil_03/mpv/antigas_2001/2200-2.htm',
  },
  'resp-2159442': {
    name: 'STJ, 3ª Turma, REsp nº 2.159.442/PR (2024)',
    says:
      'Tratou como avançada a assinatura colhida por plataforma privada, fora da ICP-Brasil, com código de uso único e ' +
      'outros fatores de autenticação.',
    address: null,
  },
  'cc-595': {
    name: 'Código Civil, art. 595',
    says:
      'No contrato de prestação de serviço, quando uma das partes não sabe ler nem escrever, admite que o instrumento seja ' +
      'assinado a rogo e subscrito por duas testemunhas.',
    address: 'https://www.planalto.gov.br/ccivil_03/leis/2002/l10406compilada.htm',
  },
  'resp-1868099': {
    name: 'STJ, 3ª Turma, REsp nº 1.868.099/CE (2020)',
    says:
      'Aplicou o art. 595 do Código Civil a outros contratos escritos de quem não sabe ler nem escrever, que pedem assinatura ' +
      'a rogo e duas testemunhas.',
    address: null,
  },
} as const;
export type LegalSource = keyof typeof LEGAL_SOURCES;

/** Lei nº 14.063/2020, art. 4º, II: what an advanced signature is, letter by letter. */
export const ADVANCED_REQUIREMENTS = {
  a: 'está associada ao signatário de maneira unívoca',
  b:
    'utiliza dados para a criação de assinatura eletrônica cujo signatário pode, com elevado nível de confiança, operar ' +
    'sob o seu controle exclusivo',
  c: 'está relacionada aos dados a ela associados de tal modo que qualquer modificação posterior é detectável',
} as const;
export type AdvancedRequirement = keyof typeof ADVANCED_REQUIREMENTS;

/** What a signature rests on, as the log has it. */
export interface SignatureGrounds {
  /** How the one-time code was given: for this act, for the session, before on a remembered device. */
  method: 'act-code' | 'session-code' | 'known-device';
  /** The code went to the contact that stood in the process at the act, and nowhere else. */
  isContactFrozen: boolean;
  /** The account put that contact in the place of the invitation's (`ParticipantContactReplaced`). */
  isContactReplaced: boolean;
  /** It was signed in the name of a person who cannot sign, at their request. */
  isAtRequest: boolean;
}

/** What the event of a signature says of how the person was identified. */
interface IdentifiedAct {
  authentication: DataOf<'SignatureSigned'>['authentication'];
  /** Null where the contact that an act rests on was not recorded yet. */
  contactProof: { method: SignatureGrounds['method'] } | null;
  atRequestOf?: DataOf<'SignatureSigned'>['atRequestOf'];
}

/** What the class of a signature follows from: its event, and what the process's stream has before it. */
export const groundsOf = (
  { authentication, contactProof, atRequestOf }: IdentifiedAct,
  isContactReplaced: boolean,
): SignatureGrounds => ({
  method: contactProof?.method ?? (authentication === 'cpf-known-device' ? 'known-device' : 'session-code'),
  isContactFrozen: contactProof !== null,
  isContactReplaced,
  isAtRequest: atRequestOf !== undefined,
});

interface LegalRule {
  readonly id: string;
  readonly class: LegalClass;
  readonly sources: readonly LegalSource[];
  /** A sentence that goes on after the name of the class. */
  readonly why: string;
  /** What of art. 4º, II is met, and by what; null where it is not. */
  readonly met: Readonly<Record<AdvancedRequirement, string | null>>;
  /** What stays open to be contested. */
  readonly reservation: string;
  fits(grounds: SignatureGrounds): boolean;
}

const BY_SEAL =
  'o aceite registra o SHA-256 do documento mostrado, e o selo e a corrente de eventos revelam qualquer alteração';
const BY_CONTACT =
  'CPF, contato do convite, que não muda com o cadastro, e consentimento ficam ligados a este ato, na corrente de eventos';
const BY_RECORDED_CONTACT =
  'CPF, contato registrado no processo e consentimento ficam ligados a este ato, na corrente de eventos';
const CONTACT_IS_TOLD =
  'Quem solicitou informou o contato: se a pessoa negar que ele é dela, cabe a quem apresenta o documento provar que é ' +
  '(CPC, art. 429, II).';

const isOfInvitation = ({
  isContactFrozen,
  isContactReplaced,
}: Pick<SignatureGrounds, 'isContactFrozen' | 'isContactReplaced'>): boolean =>
  isContactFrozen && !isContactReplaced;

/**
 * The first that fits is claimed. A face stands in no rule: it is a further factor, which can refuse and which never
 * raises the class by itself, since the face it is compared with was enrolled under the same code.
 */
export const LEGAL_RULES: readonly LegalRule[] = [
  {
    id: 'act-code',
    class: 'advanced',
    sources: ['lei-14063', 'mp-2200-2', 'resp-2159442'],
    why:
      'a pessoa se identificou pelo CPF, consentiu e confirmou este ato com um código de uso único, enviado só ao ' +
      'contato do convite',
    met: {
      a: BY_CONTACT,
      b: 'só quem controla o contato recebe o código, que vale para este ato e por minutos',
      c: BY_SEAL,
    },
    reservation: CONTACT_IS_TOLD,
    fits: ({ method, ...contact }) => method === 'act-code' && isOfInvitation(contact),
  },
  {
    id: 'session-code',
    class: 'advanced',
    sources: ['lei-14063', 'mp-2200-2', 'resp-2159442'],
    why:
      'a pessoa se identificou pelo CPF, entrou com um código de uso único, enviado só ao contato do convite, e ' +
      'consentiu nesta sessão',
    met: {
      a: BY_CONTACT,
      b: 'só quem controla o contato recebe o código que abre a sessão em que o ato foi feito',
      c: BY_SEAL,
    },
    reservation: `O código abriu a sessão, e não foi pedido de novo neste ato. ${CONTACT_IS_TOLD}`,
    fits: ({ method, ...contact }) => method === 'session-code' && isOfInvitation(contact),
  },
  {
    id: 'known-device',
    class: 'simple',
    sources: ['lei-14063', 'mp-2200-2'],
    why: 'a pessoa se identificou pelo CPF, num aparelho que confirmou antes com um código de uso único',
    met: {
      a: BY_RECORDED_CONTACT,
      b: null,
      c: BY_SEAL,
    },
    reservation:
      'Nenhum código foi pedido nesta ocasião: quem tivesse o aparelho em mãos podia agir, e por isso não se afirma o ' +
      'controle exclusivo.',
    fits: ({ method }) => method === 'known-device',
  },
  {
    id: 'replaced-contact',
    class: 'simple',
    sources: ['lei-14063', 'mp-2200-2'],
    why:
      'a pessoa se identificou pelo CPF e por um código de uso único, enviado depois que a conta trocou o contato do ' +
      'convite por outro',
    met: {
      a: null,
      b: 'só quem controla o contato novo recebe o código',
      c: BY_SEAL,
    },
    reservation:
      'O contato foi trocado depois do convite, por quem pede a assinatura, com motivo e aviso ao contato anterior: a ' +
      'ligação com a pessoa depende dessa troca, que fica na linha do tempo.',
    fits: ({ isContactFrozen, isContactReplaced }) => isContactFrozen && isContactReplaced,
  },
  {
    id: 'unfrozen-contact',
    class: 'simple',
    sources: ['lei-14063', 'mp-2200-2'],
    why: 'a pessoa se identificou pelo CPF e por um código de uso único, enviado ao contato que o cadastro tinha então',
    met: {
      a: null,
      b: 'só quem controlava o contato recebia o código',
      c: BY_SEAL,
    },
    reservation:
      'O processo não registrou o contato a que o código foi enviado: a ligação com a pessoa depende do cadastro da época.',
    fits: () => true,
  },
];

/**
 * What a signature at another's request says besides the rule that it follows from. The class is that of the act of who
 * signs: of who asked for it, no identification was collected.
 */
export const AT_REQUEST = {
  /** Ends the rule's id. */
  suffix: '-at-request',
  why: 'quem assina o faz a rogo de quem não pode assinar, com duas testemunhas',
  reservation:
    'A classe é a do ato de quem assinou a rogo. A pessoa em cujo nome se assinou não foi identificada aqui: que ela não podia ' +
    'assinar, que o documento foi lido a ela e que ela pediu a assinatura, provam as declarações de quem assinou e das ' +
    'testemunhas. Onde a lei pede escritura pública, a assinatura a rogo é colhida pelo tabelião (Código Civil, art. 215, § 2º).',
  sources: ['cc-595', 'resp-1868099'],
} as const satisfies { sources: readonly LegalSource[]; suffix: string; why: string; reservation: string };

export interface LegalClaim {
  readonly class: LegalClass;
  /** Of the rule it follows from. */
  readonly rule: string;
  readonly why: string;
  readonly met: Readonly<Record<AdvancedRequirement, string | null>>;
  readonly reservation: string;
  readonly sources: string[];
}

/** What a signature on these grounds claims to be. */
export function legalClaim(grounds: SignatureGrounds): LegalClaim {
  const {
    id,
    class: claimed,
    why,
    met,
    reservation,
    sources,
  } = LEGAL_RULES.find((rule) => rule.fits(grounds)) as LegalRule;
  const claim = { class: claimed, met };
  return grounds.isAtRequest
    ? {
        ...claim,
        rule: `${id}${AT_REQUEST.suffix}`,
        why: `${why}; ${AT_REQUEST.why}`,
        reservation: `${AT_REQUEST.reservation} ${reservation}`,
        sources: namesOf([...AT_REQUEST.sources, ...sources]),
      }
    : { ...claim, rule: id, why, reservation, sources: namesOf(sources) };
}

const namesOf = (sources: readonly LegalSource[]): string[] =>
  sources.map((source) => LEGAL_SOURCES[source].name);
