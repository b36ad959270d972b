import type { EvidenceFacts } from './evidence-facts.ts';

/** What the pages claim and how it is checked: no more than what was collected bears out. */
export function legalParagraphs({ seal, validation, document }: EvidenceFacts) {
  return [
    {
      title: 'O que este documento prova',
      paragraphs: [
        'Assinaturas dos participantes: assinaturas eletrônicas simples, na classificação da Lei nº 14.063/2020, ' +
          'art. 4º, I, aceitas pelas partes como meio de comprovação (MP nº 2.200-2/2001, art. 10, § 2º). Cada ' +
          'participante foi identificado pelos métodos indicados acima. Local e dispositivo são os informados pelo ' +
          'navegador de quem assinou: são indícios, não prova de presença.',
        sealParagraph(seal),
        ...(document.alreadySigned
          ? [
              'O arquivo enviado já continha assinaturas digitais de terceiros, preservadas sem alteração. Esta ' +
                'página não atesta a validade delas.',
            ]
          : []),
      ],
    },
    {
      title: 'Como conferir',
      paragraphs: [
        `Abra ${validation.page} e envie este arquivo PDF, ou aponte a câmera para o código QR. A página diz se o ` +
          'arquivo é exatamente o que foi selado. Impressões e cópias não podem ser conferidas pela assinatura ' +
          'digital: peça o arquivo original. Ele também traz, anexado, o arquivo evidence.json com os dados desta ' +
          'página em formato legível por máquina.',
      ],
    },
  ];
}

function sealParagraph(seal: EvidenceFacts['seal']): string {
  const what =
    'Selo da plataforma: assinatura digital PAdES (nível B-B) sobre o documento inteiro e sobre estas páginas, que ' +
    'revela qualquer alteração posterior.';
  if (seal.localAuthority) {
    return (
      `${what} O certificado do selo, "${seal.certificateSubject}", foi emitido por uma autoridade local criada por ` +
      'esta instalação, fora da ICP-Brasil: leitores de PDF não o reconhecem por si, e o selo prova apenas que o ' +
      'arquivo saiu desta instalação e não foi alterado.'
    );
  }
  return (
    `${what} O certificado do selo é "${seal.certificateSubject}", emitido por "${seal.certificateIssuer}". O selo é ` +
    'da plataforma e não torna qualificadas as assinaturas dos participantes.'
  );
}
