import type { EmbeddedProblem } from '@lacre/pades';

import type { EmbeddedFacts } from './embedded-facts.ts';

export type EmbeddedNote = EmbeddedProblem | 'never-issued';

/** What there is to say of a signature; a new problem does not compile until it has its sentence. */
const NOTES: Readonly<Record<EmbeddedNote, string>> = {
  format: 'não está escrita como uma assinatura digital de PDF, e não pode ser conferida',
  'not-whole': 'cobre só uma parte do arquivo',
  'digest-mismatch': 'não confere: o conteúdo mudou depois que ela foi feita',
  'signature-mismatch': 'não confere com a chave de quem consta como signatário',
  'seal-broken': 'usa o certificado do selo desta plataforma e não é um selo dela',
  'changed-after': 'foi feita sobre um documento que mudou depois dela de um modo que ela não permite',
  unlisted: 'aparece em alguns leitores de PDF e em outros não',
  'too-many': 'está entre mais assinaturas do que se pode conferir',
  revoked: 'foi feita com um certificado que já estava revogado',
  'not-yet-valid': 'foi feita antes de o certificado valer',
  'revoked-unproven': 'usa um certificado revogado, e nada prova que ela foi feita antes disso',
  expired: 'usa um certificado vencido, e nada prova que ela foi feita antes do vencimento',
  'time-outside-certificate': 'informa um momento fora da validade do certificado',
  'weak-algorithm': 'usa um algoritmo ou uma chave que já não são seguros',
  'other-certificate': 'foi feita para outro certificado, que não é o que a acompanha',
  'no-certificate': 'não traz o certificado de quem assinou',
  unsupported: 'é de um tipo que esta plataforma não sabe conferir',
  'filled-after': 'permite preencher o formulário, e há campos preenchidos depois dela',
  'covered-by-stamp': 'tem parte do que cobre encoberta pelo carimbo visível de uma assinatura posterior',
  'never-issued': 'usa a chave do selo desta plataforma num documento que ela nunca selou',
};

/** As a sentence of its own. */
export function noteText(note: EmbeddedNote): string {
  return `A assinatura ${NOTES[note]}.`;
}

/** What makes a signature unsound comes first in its list. */
const isGrave = (note: EmbeddedNote): boolean => !MILD.has(note);
const MILD: ReadonlySet<EmbeddedNote> = new Set([
  'revoked-unproven',
  'expired',
  'time-outside-certificate',
  'weak-algorithm',
  'no-certificate',
  'unsupported',
  'filled-after',
  'covered-by-stamp',
]);

/** Why a file is not taken in: which signature, by whom, what is wrong, and the way on. */
export function unsoundDetail(
  unsound: readonly (Pick<EmbeddedFacts, 'signer' | 'fieldName'> & { problems: readonly EmbeddedNote[] })[],
): string {
  const sentences = unsound.map(({ signer, fieldName, problems }) => {
    const why = NOTES[problems.find(isGrave) ?? problems[0] ?? 'format'];
    const field = fieldName === '' ? '' : ` (campo "${fieldName.slice(0, 60)}")`;
    return signer === null
      ? `uma assinatura sem nome legível${field} ${why}`
      : `a assinatura em nome de ${signer}${field} ${why}`;
  });
  const [first = '', ...others] = sentences.slice(0, 3);
  const more = sentences.length > 3 ? `; e há mais ${sentences.length - 3} com problema` : '';
  return (
    `O PDF já veio assinado, e ${[first, ...others].join('; ')}${more}. Selá-lo daria por bom o que não é. ` +
    'Envie o arquivo original, como a última pessoa o assinou; se as assinaturas não importam, use ' +
    '"imprimir em PDF" e envie a cópia.'
  );
}
