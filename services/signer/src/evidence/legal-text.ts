import type { LegalClaim } from '@lacre/contracts';
import { LEGAL_CLASSES } from '@lacre/contracts/legal-class';

import type { EvidenceFacts, SealFacts } from './evidence-facts.ts';

/** Who stands behind the seal, and how far that reaches. */
export function authorityText({ authority, timeStampAuthority }: SealFacts): string {
  if (authority === 'local') {
    return (
      'O certificado do selo foi emitido por uma autoridade local, criada por esta instalação, fora da ICP-Brasil: ' +
      'leitores de PDF não o reconhecem por si. O selo prova apenas que o arquivo saiu desta instalação e que não ' +
      `foi alterado depois${timeStampAuthority?.local ? ', e o carimbo do tempo é o do relógio dela' : ''}.`
    );
  }
  const whose =
    authority === 'icp-brasil'
      ? 'O certificado do selo declara política da ICP-Brasil. Confirmada a cadeia dele, o que o validador do ITI ' +
        '(validar.iti.gov.br) mostra, o selo é assinatura qualificada da plataforma.'
      : 'O certificado do selo é o da plataforma.';
  return `${whose} Ele revela qualquer alteração posterior e não torna qualificadas as assinaturas dos participantes.`;
}

/** Of each class claimed, what of the law is met by what, what stays open, and by which source; each rule once. */
function classTexts(participants: EvidenceFacts['participants']): string[] {
  const claims = new Map<string, LegalClaim>();
  for (const { claim } of participants) if (claim !== null) claims.set(claim.rule, claim);
  return [...claims.values()].map(({ class: claimed, met, reservation, sources }) => {
    const letters = Object.entries(met).map(([letter, by]) => `${letter}) ${by ?? 'não se afirma'}`);
    return (
      `${LEGAL_CLASSES[claimed].label}, pelo que pede o art. 4º, II, da Lei nº 14.063/2020: ${letters.join('; ')}. ` +
      `${reservation} Fontes: ${sources.join('; ')}.`
    );
  });
}

/** What the ways of identifying that were used prove, and what they do not. */
function identificationText(participants: EvidenceFacts['participants']): string[] {
  const kinds = new Set(participants.flatMap(({ methods }) => methods.map(({ kind }) => kind)));
  const sentences = [
    kinds.has('email-code') || kinds.has('sms-code')
      ? 'O código de uso único prova que quem assinou tinha, naquele momento, acesso ao endereço a que ele foi enviado; não prova ' +
        'que o endereço é da pessoa, que é o que informou quem solicitou a assinatura, nem quem o lia. '
      : '',
    kinds.has('known-device')
      ? 'O aparelho reconhecido prova que o ato saiu de onde a pessoa já havia confirmado um código, não quem o tinha em mãos. '
      : '',
    participants.some(({ status }) => status === 'signed')
      ? 'O CPF é o informado, com dígitos conferidos, sem consulta à Receita Federal.'
      : '',
  ].join('');
  return sentences === '' ? [] : [sentences.trimEnd()];
}

/** What the pages claim: no more than what was collected bears out. */
export function legalParagraphs({ document, partial, participants }: EvidenceFacts): string[] {
  const showedFace = participants.some(({ methods }) => methods.some(({ kind }) => kind === 'face'));
  return [
    'As assinaturas dos participantes são eletrônicas, cada uma da classe indicada ao lado dela, e nenhuma é ' +
      'qualificada (Lei nº 14.063/2020, art. 4º). São meio de comprovar autoria e integridade quando as partes as ' +
      'admitem como válidas, ou as aceita a pessoa a quem o documento é oposto (MP nº 2.200-2/2001, art. 10, § 2º).',
    ...classTexts(participants),
    ...identificationText(participants),
    'Local, endereço IP e aparelho são os informados por quem assinou ou pela conexão: são indícios, não prova de ' +
      'presença. Os horários são os do relógio da plataforma.',
    ...(showedFace
      ? [
          'O rosto foi comparado, por programa, com o cadastrado no momento indicado: a confiança nele começa ali, e o ' +
            'cadastro prova só que quem o fez tinha acesso ao contato, não quem era. A semelhança é um número, não uma ' +
            'probabilidade. Os movimentos pedidos diante da câmera dificultam o uso de fotos e gravações, sem certificação ' +
            'ISO/IEC 30107-3, e não impedem imagens injetadas no aparelho nem vídeos forjados na hora: o rosto é um fator ' +
            'a mais, nunca o único, e não muda a classe da assinatura.',
        ]
      : []),
    ...(partial
      ? [
          'Cópia parcial: o documento não estava concluído quando ela foi selada, e pode ser recusado ou cancelado depois.',
        ]
      : []),
    ...(document.alreadySigned
      ? [
          'O arquivo enviado já trazia assinaturas digitais, preservadas sem alteração e conferidas como consta acima. O ' +
            'nome é o que está no certificado de cada uma: a plataforma não responde por quem o emitiu.',
        ]
      : []),
    (document.sealedSha256 === null
      ? 'O selo cobre o documento inteiro e estas páginas. '
      : 'O documento tem selo próprio, no arquivo dele. O selo deste arquivo cobre estas páginas, que identificam aquele ' +
        'pelo SHA-256. ') +
      'O arquivo traz anexado evidence.json, com os mesmos dados, o texto aceito e todos os eventos do processo: com ele, ' +
      'sem rede e sem a plataforma, recalcula-se a corrente (programa verify-evidence.py, formato em docs/evidence.md). CPF ' +
      'e endereços estão nele como resumos com sal: quem tem a chave da evidência, dada à conta e a cada participante, os ' +
      'identifica.',
  ];
}

/** Beneath pages on which some character had to be drawn by its number. */
export const STAND_IN_NOTE =
  'Caracteres de outras escritas e símbolos aparecem pelo número que têm no Unicode, numa moldura; ao copiar o texto, e em ' +
  'evidence.json, estão os originais.';
