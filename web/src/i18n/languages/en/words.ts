/** Of states, parts and checks of fields, whose Portuguese all screens share. */
export const words = {
  'Aguardando assinaturas': 'Waiting for signatures',
  'Ainda falta alguém assinar este documento.': 'Signatures of this document are still missing.',
  Selando: 'Being sealed',
  'Todos assinaram; o selo digital está sendo aplicado.':
    'All have signed; the digital seal is being applied.',
  Selado: 'Sealed',
  'O PDF final está pronto e pode ser conferido por qualquer pessoa.':
    'The final PDF is ready, and anyone can verify it.',
  'Sem selo': 'Without seal',
  'Todos assinaram, mas o arquivo não pôde ser selado; o crédito voltou para a conta.':
    'All have signed, but the file could not be sealed; the credit went back to the account.',
  Recusado: 'Refused',
  'As assinaturas necessárias não podem mais ser reunidas.':
    'The signatures that are needed can no longer be collected.',
  Cancelado: 'Canceled',
  'Este documento foi cancelado antes de ser concluído.':
    'This document was canceled before it was completed.',
  Pendente: 'Pending',
  'Ainda não assinou.': 'Has not signed yet.',
  Assinado: 'Signed',
  Assinou: 'Signed',
  'Assinatura registrada.': 'Signature recorded.',
  Recusou: 'Refused',
  'Recusou assinar.': 'Refused to sign.',
  Cancelada: 'Canceled',
  'O documento foi encerrado antes desta assinatura.': 'The document ended before this signature.',
  Dispensada: 'Not needed',
  'O mínimo de representantes já assinou; esta assinatura não é mais necessária.':
    'The minimum of representatives has signed; this signature is no longer needed.',
  'Dispensada: documento recusado': 'Not needed: document refused',
  'O documento foi recusado antes desta assinatura, que deixou de ser necessária.':
    'The document was refused before this signature, which is no longer needed.',
  'Dispensada: documento cancelado': 'Not needed: document canceled',
  'O documento foi cancelado antes desta assinatura, que deixou de ser necessária.':
    'The document was canceled before this signature, which is no longer needed.',
  'Prazo encerrado': 'Deadline passed',
  'O prazo terminou antes desta assinatura.': 'The deadline passed before this signature.',
  selado: 'sealed',
  selados: 'sealed',
  'sem selo': 'without seal',
  recusado: 'refused',
  recusados: 'refused',
  cancelado: 'canceled',
  cancelados: 'canceled',
  Signatário: 'Signer',
  Representante: 'Representative',
  Testemunha: 'Witness',
  'Por favor, insira o CPF': 'Please enter the CPF',
  'O CPF tem 11 números': 'A CPF has 11 digits',
  'CPF inválido: confira os números': 'Invalid CPF: check the digits',
  'Informe um Email': 'Enter an email address',
  'Email inválido': 'Invalid email address',
};
