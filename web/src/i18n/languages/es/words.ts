import type { words as english } from '../en/words.ts';
import type { Translated } from '../translated.ts';

/** Of states, parts and checks of fields, whose Portuguese all screens share. */
export const words = {
  'Aguardando assinaturas': 'Esperando firmas',
  'Ainda falta alguém assinar este documento.': 'Aún faltan firmas en este documento.',
  Selando: 'Sellando',
  'Todos assinaram; o selo digital está sendo aplicado.':
    'Todos firmaron; se está aplicando el sello digital.',
  Selado: 'Sellado',
  'O PDF final está pronto e pode ser conferido por qualquer pessoa.':
    'El PDF final está listo y cualquier persona puede verificarlo.',
  'Sem selo': 'Sin sello',
  'Todos assinaram, mas o arquivo não pôde ser selado; o crédito voltou para a conta.':
    'Todos firmaron, pero el archivo no se pudo sellar; el crédito volvió a la cuenta.',
  Recusado: 'Rechazado',
  'As assinaturas necessárias não podem mais ser reunidas.': 'Las firmas necesarias ya no se pueden reunir.',
  Cancelado: 'Cancelado',
  'Este documento foi cancelado antes de ser concluído.': 'Este documento se canceló antes de concluirse.',
  Pendente: 'Pendiente',
  'Ainda não assinou.': 'Aún no firmó.',
  Assinado: 'Firmado',
  Assinou: 'Firmó',
  'Assinatura registrada.': 'Firma registrada.',
  Recusou: 'Rechazó',
  'Recusou assinar.': 'Se negó a firmar.',
  Cancelada: 'Cancelada',
  'O documento foi encerrado antes desta assinatura.': 'El documento se cerró antes de esta firma.',
  Dispensada: 'No necesaria',
  'O mínimo de representantes já assinou; esta assinatura não é mais necessária.':
    'El mínimo de representantes ya firmó; esta firma ya no es necesaria.',
  'Dispensada: documento recusado': 'No necesaria: documento rechazado',
  'O documento foi recusado antes desta assinatura, que deixou de ser necessária.':
    'El documento se rechazó antes de esta firma, que ya no es necesaria.',
  'Dispensada: documento cancelado': 'No necesaria: documento cancelado',
  'O documento foi cancelado antes desta assinatura, que deixou de ser necessária.':
    'El documento se canceló antes de esta firma, que ya no es necesaria.',
  'Prazo encerrado': 'Plazo vencido',
  'O prazo terminou antes desta assinatura.': 'El plazo terminó antes de esta firma.',
  selado: 'sellado',
  selados: 'sellados',
  'sem selo': 'sin sello',
  recusado: 'rechazado',
  recusados: 'rechazados',
  cancelado: 'cancelado',
  cancelados: 'cancelados',
  Signatário: 'Firmante',
  Representante: 'Representante',
  Testemunha: 'Testigo',
  'Por favor, insira o CPF': 'Por favor, escriba el CPF',
  'O CPF tem 11 números': 'El CPF tiene 11 números',
  'CPF inválido: confira os números': 'CPF no válido: revise los números',
  'Informe um Email': 'Escriba un correo',
  'Email inválido': 'Correo no válido',
} satisfies Translated<typeof english>;
