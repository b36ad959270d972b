import type { ValidationWords } from './words.ts';

export const portuguese: ValidationWords = {
  printsOtherwise:
    'Atenção: ele já chegou com partes que aparecem só na tela, só na impressão ou só em alguns leitores; confira as formas.',
  partialCopy:
    'Cópia parcial autêntica: este arquivo é exatamente a cópia que a plataforma selou, com as assinaturas até aquele ' +
    'momento. O documento ainda não estava concluído.',
  explanations: {
    genuine:
      'Documento autêntico e íntegro: este arquivo é exatamente o que a plataforma selou, sem nenhuma alteração.',
    'proofs-missing':
      'O documento é autêntico e está íntegro, mas este arquivo foi cortado e perdeu provas de tempo que o original tem. ' +
      'Peça o arquivo completo a quem o enviou.',
    'unsound-inside':
      'O selo da plataforma confere, mas o documento já trazia, antes dele, uma assinatura que não se sustenta. O selo prova ' +
      'que as pessoas abaixo assinaram este arquivo como ele é; não prova o que aquela assinatura anterior dizia. Não se ' +
      'baseie nela: peça o original a quem a fez.',
    'later-signature':
      'O documento selado está inteiro e não mudou. Depois do selo, alguém assinou este arquivo por conta própria: essa ' +
      'assinatura é de quem a fez, e não fazemos parte dela. Os motivos dizem se o certificado dela é reconhecido.',
    'genuine-with-additions':
      'O documento selado está inteiro dentro deste arquivo. Depois do selo foi acrescentado o que não muda nada do que ' +
      'se vê: um fim de linha, ou carimbos do tempo e dados de validação de terceiros. Isso não faz parte do que as ' +
      'pessoas assinaram.',
    tampered:
      'Documento possivelmente adulterado ou não gerado pela plataforma: ele traz sinais do nosso selo, mas o selo não ' +
      'confere com o conteúdo. Não confie neste arquivo; peça o original a quem o enviou.',
    'not-ours':
      'Este documento não foi selado por esta plataforma. Nada podemos dizer sobre ele nem sobre outras assinaturas que ' +
      'ele possa ter.',
    unreadable:
      'Não foi possível ler este arquivo como PDF. Ele pode estar danificado ou incompleto, protegido por senha, ou não ' +
      'ser um PDF. Baixe-o novamente e tente outra vez.',
  },
  reasons: {
    'prints-otherwise':
      'O documento, que já chegou assinado por outros, tem partes que aparecem só na tela, só na impressão ou só em alguns leitores.',
    'identical-to-issued': 'O arquivo é idêntico ao que a plataforma registrou ao selá-lo.',
    'begins-with-issued':
      'O começo do arquivo é idêntico a um documento que a plataforma registrou ao selá-lo.',
    'cut-before-last-proofs':
      'O arquivo é idêntico ao começo de um documento registrado, sem as provas que ficam no fim dele. Peça o arquivo completo a quem o enviou.',
    'never-issued':
      'O selo confere, mas nenhum documento com este conteúdo consta no registro da plataforma.',
    'seal-does-not-hold': 'O arquivo traz uma assinatura em nome da plataforma que não se sustenta.',
    'trace-of-our-seal':
      'O arquivo traz vestígios do selo da plataforma, sem um selo que possa ser conferido.',
    'too-complex': 'O arquivo exige tempo ou memória demais para ser lido.',

    'not-well-formed': 'O arquivo não segue com rigor a estrutura de um PDF, ou está protegido por senha.',
    'no-signature': 'O documento não tem nenhuma assinatura digital.',
    'no-seal-of-ours': 'Nenhuma das assinaturas digitais do documento é da plataforma.',
    'signature-not-indirect': 'A assinatura não está gravada como um objeto próprio do arquivo.',
    'sub-filter-unexpected': 'A assinatura não é do tipo usado pela plataforma.',
    'byte-range-malformed': 'A indicação do trecho assinado está malformada.',
    'byte-range-not-the-gap': 'O trecho deixado fora da assinatura não é exatamente o lugar dela.',
    'byte-range-not-the-revision': 'A assinatura não cobre o documento selado por inteiro.',
    'contents-not-canonical': 'A assinatura não está escrita como a plataforma a escreve.',
    'padding-not-zero': 'O espaço reservado à assinatura traz outros dados.',
    'cms-malformed': 'A assinatura digital está malformada.',
    'cms-not-canonical': 'A assinatura digital difere da única forma em que a plataforma a escreve.',
    'content-type-unexpected': 'O tipo de conteúdo assinado não é o esperado.',
    'certificate-not-pinned': 'A assinatura cita um certificado do selo, mas não o traz sem alteração.',
    'certificate-chain-broken':
      'Um certificado da assinatura não é conhecido nem confirmado por seu emissor.',
    'signing-certificate-mismatch': 'A assinatura não está ligada ao certificado do selo.',
    'digest-mismatch': 'O conteúdo do documento foi alterado depois do selo.',
    'signature-mismatch': 'A assinatura digital não confere com a chave do selo.',
    'signing-time-missing': 'A assinatura não traz o momento em que foi feita.',
    'signing-time-outside-certificate': 'O momento da assinatura está fora da validade do certificado.',
    'certificate-revoked':
      'O certificado do selo foi revogado antes do primeiro momento em que se prova que o selo já existia.',
    'signature-time-stamp-invalid': 'O carimbo do tempo do selo não confere.',
    'signature-time-stamp-by-others':
      'O carimbo do tempo do selo é de uma autoridade em que a plataforma não confia.',
    'bytes-after-seal':
      'Há dados acrescentados, ou cortados no meio, depois da última parte do arquivo que confere.',
    'end-of-line-added':
      'Foi acrescentado um fim de linha no fim do arquivo, como fazem alguns serviços de email; ele não muda o documento.',
    'revision-not-well-formed': 'Uma alteração feita depois do selo está malformada.',
    'revision-without-signature': 'Uma alteração feita depois do selo não está assinada.',
    'security-store-malformed':
      'O repositório de dados de validação está malformado ou perdeu o que continha.',
    'field-name-taken': 'Foi incluído depois do selo um campo com o nome de outro.',
    'time-stamp-invalid': 'Um carimbo do tempo acrescentado depois do selo não confere.',
    'time-stamp-damaged':
      'Um carimbo do tempo de autoridade conhecida foi alterado depois de feito: o arquivo foi danificado ou adulterado no fim.',
    'time-stamp-by-others':
      'Um carimbo do tempo acrescentado depois do selo é de uma autoridade em que a plataforma não confia, ou não foi ' +
      'escrito por ela.',
    'time-stamp-order': 'Um carimbo do tempo indica um momento anterior ao de outro que ele abrange.',
    'validation-data-by-others':
      'Foram acrescentados dados de validação que não são os da plataforma; eles não mudam o documento.',
    'validation-data-unverified':
      'Foram acrescentados dados de validação de quem não responde pelos certificados do documento.',
    'changes-by-others':
      'Outro programa acrescentou carimbos do tempo ou dados de validação; eles não mudam o documento.',
    'level-below-expected': 'Faltam carimbos do tempo ou dados de validação com que o documento foi emitido.',
    'revisions-too-many': 'Há alterações demais depois do selo para que todas sejam conferidas.',
    'trailer-changed': 'Uma alteração feita depois do selo muda a raiz do documento.',
    'object-changed': 'Um objeto do documento foi alterado ou incluído depois do selo.',
    'object-freed': 'Um objeto do documento foi removido depois do selo.',
    'reference-filled': 'Foi incluído depois do selo um objeto que o documento selado já citava.',
    'bytes-unaccounted': 'Uma alteração feita depois do selo traz dados que não pertencem a nenhum objeto.',
    'later-signature-invalid': 'Uma assinatura feita depois do selo não confere.',
    'later-signature-present': 'Alguém assinou o documento depois de ele ter sido selado.',
    'later-signature-stamp':
      'Alguém assinou o documento depois de ele ter sido selado, com um carimbo visível que encobre parte de uma página.',
    'later-signature-visible':
      'Uma assinatura feita depois do selo desenha numa página de um modo que um carimbo de assinatura não pode desenhar.',
    'embedded-unsound': 'Uma assinatura que o documento já trazia antes do selo não se sustenta.',
    'known-version-differs': 'O arquivo não é a versão registrada nem uma continuação dela.',
  },
  signer: {
    'icp-brasil': (name) => `Quem assinou foi ${name}, com certificado da ICP-Brasil.`,
    trusted: (name) => `Quem assinou foi ${name}, com certificado de autoridade reconhecida.`,
    'icp-brasil-claimed': (name) =>
      `O certificado diz ser da ICP-Brasil e de “${name}”, o que não foi comprovado aqui.`,
    unknown: (name) =>
      `Certificado não reconhecido: o nome não foi comprovado. O certificado diz “${name}”, e qualquer pessoa pode fazer um assim.`,
  },
  unproven: (name) => `${name} (nome não comprovado)`,
  note: (note) => `A assinatura ${note}.`,
  notes: {
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
  },
  objects: {
    catalog: 'raiz do documento',
    form: 'formulário',
    'security store': 'repositório de dados de validação',
    'list of annotations': 'lista de anotações',
    'document information': 'informações do documento',
    array: 'lista',
    value: 'valor',
  },
  patterns: [
    [/^page (\d+)$/, 'página $1'],
    [/^field (.+)$/, 'campo $1'],
    [/^document-time-stamp of (.+)$/, 'carimbo do tempo do campo $1'],
    [/^signature of (.+)$/, 'assinatura do campo $1'],
    [/^stream \((.+)\)$/, 'conteúdo ($1)'],
    [/^stream$/, 'conteúdo'],
    [/^dictionary \((.+)\)$/, 'dicionário ($1)'],
    [/^dictionary$/, 'dicionário'],
  ],
  rules: {
    'cross-reference-stream': 'índice do arquivo',
    'object-stream': 'agrupamento de objetos',
    'same-value': 'sem mudança de conteúdo',
    'security-store': 'dados de validação',
    'time-stamp-field': 'campo do carimbo do tempo',
    'time-stamp-extras': 'parte do carimbo do tempo',
    'signature-object': 'assinatura',
    'signed-field': 'campo da assinatura',
    catalog: 'raiz, para a assinatura ou as provas',
    'catalog-version': 'versão do formato',
    metadata: 'metadados',
    form: 'formulário, para a assinatura',
    'field-list': 'lista de campos, para a assinatura',
    'page-annotations': 'página, para a assinatura',
    'annotation-list': 'lista de anotações, para a assinatura',
    'document-information': 'informações do documento',
    'unreached-form': 'desenho vazio que nada usa',
  },
};
