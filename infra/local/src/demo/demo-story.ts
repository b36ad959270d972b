import type { BodyOf, Part } from '@lacre/contracts';
import { newDraft } from '@lacre/contracts/new-draft';

/** What the sample account holds: nothing in it is about real people or companies. */

export const TENANT = { name: 'Construtora Horizonte', domain: 'demo' };
export const ADMINISTRATOR = { name: 'Helena Prado', email: 'demo@exemplo.com.br' };
/** Of every user of the sample account. */
export const PASSWORD = 'demonstracao';

export const COMPANIES = {
  bakery: {
    cnpj: '11222333000181',
    companyName: 'Padaria Pão de Mel Ltda',
    tradingName: 'Pão de Mel',
    city: 'Curitiba',
    state: 'PR',
  },
  garage: {
    cnpj: '12ABC34501DE35',
    companyName: 'Oficina Rota 116 S.A.',
    tradingName: 'Rota 116',
    city: 'São Paulo',
    state: 'SP',
  },
  builder: {
    cnpj: '40815723000163',
    companyName: 'Construtora Ipê Amarelo Ltda',
    tradingName: 'Ipê Amarelo',
    city: 'Londrina',
    state: 'PR',
  },
  tower: {
    cnpj: '28391746000192',
    companyName: 'Residencial Jacarandá SPE Ltda',
    tradingName: 'Residencial Jacarandá',
    city: 'Curitiba',
    state: 'PR',
  },
} as const;
export type CompanyKey = keyof typeof COMPANIES;

export const PERSONS = {
  ana: { cpf: '52998224725', name: 'Ana Souza Lima', email: 'ana@exemplo.com.br' },
  rui: { cpf: '11144477735', name: 'Rui Barbosa Neto', email: 'rui@exemplo.com.br' },
  bia: { cpf: '39053344705', name: 'Beatriz Nascimento', email: 'beatriz@exemplo.com.br' },
  davi: { cpf: '40155231804', name: 'Davi Monteiro Cruz', email: 'davi@exemplo.com.br' },
  elisa: { cpf: '27503194634', name: 'Elisa Fontana', email: 'elisa@exemplo.com.br' },
  joao: { cpf: '61820475344', name: 'João Pedro Tavares', email: 'joao@exemplo.com.br' },
  lia: { cpf: '73091526461', name: 'Lia Okamoto', email: 'lia@exemplo.com.br' },
  nair: { cpf: '84203617553', name: 'Nair de Assis', email: 'nair@exemplo.com.br' },
  otto: { cpf: '95314728664', name: 'Otto Bittencourt', email: 'otto@exemplo.com.br' },
} as const;
export type PersonKey = keyof typeof PERSONS;

export const USERS: readonly {
  name: string;
  email: string;
  role: 'common' | 'manager' | 'totem';
  companies: readonly CompanyKey[];
  /** Has taken up the invitation. */
  accepts: boolean;
}[] = [
  { name: 'Rafael Teles', email: 'rafael@exemplo.com.br', role: 'manager', companies: [], accepts: true },
  {
    name: 'Marina Lopes',
    email: 'marina@exemplo.com.br',
    role: 'common',
    companies: ['builder', 'tower'],
    accepts: true,
  },
  {
    name: 'Camila Duarte',
    email: 'camila@exemplo.com.br',
    role: 'common',
    companies: ['bakery'],
    accepts: true,
  },
  {
    name: 'Sérgio Amaral',
    email: 'sergio@exemplo.com.br',
    role: 'common',
    companies: ['builder'],
    accepts: false,
  },
  { name: 'Totem da recepção', email: 'totem@exemplo.com.br', role: 'totem', companies: [], accepts: true },
];
/** In service at the reception, where the user of that role came in. */
export const TOTEM_NAME = 'Recepção';

export const TAGS = ['Locação', 'Obras', 'Pessoal', 'Urgente'] as const;
export type TagName = (typeof TAGS)[number];

export const TEMPLATES = [
  {
    name: 'Contrato de locação residencial',
    description: 'Com vistoria e caução de três meses.',
    tag: 'Locação',
    text: `# Contrato de locação residencial

{{empresa.razaosocial}}, CNPJ {{empresa.cnpj}}, e {{locataria.nome}}, CPF {{locataria.cpf}}, contratam a locação do imóvel em {{endereço_do_imóvel}}.

## Do aluguel

O aluguel é de **{{valor_do_aluguel}}** ao mês, pago até o dia {{dia_do_pagamento}}.

## Do prazo

O prazo é de doze meses, contados da última assinatura.

{{data}}`,
    roles: [
      { key: 'locataria', label: 'Locatária', part: 'signer' },
      { key: 'testemunha', label: 'Testemunha', part: 'attestant' },
    ],
  },
  {
    name: 'Termo de confidencialidade',
    description: 'Para prestadores, antes da primeira visita.',
    tag: 'Obras',
    text: `# Termo de confidencialidade

{{prestadora.nome}}, CPF {{prestadora.cpf}}, compromete-se a não divulgar o que souber dos imóveis de {{empresa.razaosocial}}.

{{data}}`,
    roles: [{ key: 'prestadora', label: 'Prestadora', part: 'signer' }],
  },
] as const satisfies readonly {
  name: string;
  description: string;
  tag: TagName;
  text: string;
  roles: readonly { key: string; label: string; part: Part }[];
}[];
export const ENVELOPE = { name: 'Entrada de inquilino', description: 'Contrato e termo, juntos.' };

export const SIGNER_GROUP: { name: string; members: readonly PersonKey[]; part: Part } = {
  name: 'Testemunhas da casa',
  members: ['nair', 'otto'],
  part: 'attestant',
};

/** What a person or the requester does once the process exists, in this order. */
export type Act =
  /** Who signs or refuses has read before. */
  | { by: PersonKey; does: 'opens' | 'reads' | 'signs' }
  | { by: PersonKey; does: 'refuses'; reason: string }
  | { by: 'requester'; does: 'cancels'; reason: string }
  | { by: 'requester'; does: 'reminds' };

export interface DemoProcess {
  summary: string;
  company: CompanyKey;
  documents: readonly string[];
  /** `group` is the place in the signing order. */
  people: readonly { person: PersonKey; part: Part; group?: number }[];
  tags?: readonly TagName[];
  minimumSignatories?: number;
  /** Days from today. */
  deadlineInDays?: number;
  remindsEveryDays?: number;
  acts: readonly Act[];
}

const signs = (by: PersonKey): Act => ({ by, does: 'signs' });
const asked = (person: PersonKey, part: Part, group?: number) => ({
  person,
  part,
  ...(group === undefined ? {} : { group }),
});

/** A process in each state that people meet, the latest last. */
export const PROCESSES: readonly DemoProcess[] = [
  {
    summary: 'Distrato da sala 12',
    company: 'garage',
    documents: ['Distrato.pdf'],
    people: [asked('joao', 'signatory'), asked('lia', 'signer')],
    tags: ['Locação'],
    acts: [signs('joao'), signs('lia')],
  },
  {
    summary: 'Contrato de prestação de serviços de pintura',
    company: 'builder',
    documents: ['Contrato de pintura.pdf', 'Memorial descritivo.pdf', 'Cronograma.pdf'],
    people: [asked('davi', 'signer'), asked('elisa', 'signatory'), asked('nair', 'attestant')],
    tags: ['Obras'],
    acts: [signs('davi'), signs('elisa'), signs('nair')],
  },
  {
    summary: 'Termo de entrega das chaves',
    company: 'bakery',
    documents: ['Termo de entrega.pdf'],
    people: [asked('lia', 'signer', 1), asked('rui', 'signatory', 2)],
    tags: ['Locação'],
    acts: [signs('lia'), signs('rui')],
  },
  {
    summary: 'Ata da assembleia de sócios',
    company: 'garage',
    documents: ['Ata.pdf'],
    people: [asked('joao', 'signatory'), asked('davi', 'signatory'), asked('elisa', 'signatory')],
    minimumSignatories: 2,
    acts: [signs('joao'), signs('elisa')],
  },
  {
    summary: 'Proposta de compra do galpão',
    company: 'garage',
    documents: ['Proposta.pdf'],
    people: [asked('otto', 'signer'), asked('joao', 'signatory')],
    acts: [
      { by: 'otto', does: 'refuses', reason: 'O valor não é o combinado por telefone: são R$ 480 mil.' },
    ],
  },
  {
    summary: 'Contrato de estágio',
    company: 'builder',
    documents: ['Contrato de estágio.pdf', 'Plano de atividades.pdf'],
    people: [asked('lia', 'signer'), asked('elisa', 'signatory')],
    tags: ['Pessoal'],
    acts: [{ by: 'requester', does: 'cancels', reason: 'A estagiária foi efetivada antes do início.' }],
  },
  {
    summary: 'Autorização de reforma da fachada',
    company: 'builder',
    documents: ['Autorização.pdf', 'Projeto da fachada.pdf'],
    people: [
      asked('elisa', 'signatory', 1),
      asked('davi', 'signer', 2),
      asked('nair', 'attestant', 3),
      asked('otto', 'attestant', 3),
    ],
    tags: ['Obras', 'Urgente'],
    deadlineInDays: 3,
    remindsEveryDays: 1,
    acts: [signs('elisa'), { by: 'davi', does: 'opens' }, { by: 'requester', does: 'reminds' }],
  },
  {
    summary: 'Renovação do seguro incêndio',
    company: 'bakery',
    documents: ['Apólice.pdf'],
    people: [asked('rui', 'signatory')],
    deadlineInDays: 10,
    acts: [],
  },
  {
    summary: 'Contrato de locação comercial',
    company: 'bakery',
    documents: ['Contrato de locação.pdf', 'Termo de vistoria.pdf'],
    people: [asked('ana', 'signer'), asked('rui', 'signatory')],
    acts: [signs('ana'), signs('rui')],
  },
  {
    summary: 'Aditivo de prazo',
    company: 'bakery',
    documents: ['Primeiro aditivo.pdf'],
    people: [asked('ana', 'signer'), asked('bia', 'attestant')],
    acts: [signs('ana')],
  },
  {
    summary: 'Procuração para reforma',
    company: 'bakery',
    documents: ['Procuração.pdf'],
    people: [asked('rui', 'signatory'), asked('bia', 'signer')],
    acts: [{ by: 'rui', does: 'reads' }],
  },
];

/** A process in preparation, without documents or people by now. */
export const DRAFT: BodyOf<'saveProcessDraft'>['content'] = {
  ...newDraft(),
  intent: '6f0c3a52-7f5e-4f0a-9a53-1c7de0c0a4b1',
  summary: 'Contrato de locação do canteiro de obras',
  companyId: null,
  companyOffered: true,
  tagIds: [],
  defaulted: true,
};
