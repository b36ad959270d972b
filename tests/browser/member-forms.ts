import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { samplePdf } from '../support/pdfs.ts';
import { fresh } from '../support/scenario.ts';
import { chooseFrom, pressing, type Form } from './form.ts';
import { asUpload, Requester } from './requester.ts';
import type { Visitor } from './visitor.ts';

/** Types in the search and takes what is found by its name. */
async function choose(
  { page }: Visitor,
  label: string,
  text: string,
  option: string | RegExp,
): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: option }).first().click();
}

const inFiveDays = (): string =>
  new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/');

/** What is registered once: companies, people, and what processes begin from. */
const REGISTERS: readonly Form[] = [
  {
    name: 'new company',
    who: 'member',
    path: () => '/companies/new',
    typed: () => ({ CNPJ: maskedCnpj(cnpjOf(fresh())), 'Razão social': 'Padaria Pão de Mel Ltda' }),
    submit: 'Cadastrar empresa',
    sends: { method: 'POST', path: /^\/api\/company$/ },
  },
  {
    name: 'company',
    who: 'member',
    path: ({ account }) => `/companies/${account.companyId}`,
    typed: () => ({ 'Nome fantasia (opcional)': 'Tecidos São João do Centro' }),
    submit: 'Salvar alterações',
    sends: { method: 'PATCH', path: /^\/api\/company\/[^/]+$/ },
  },
  {
    name: 'new person',
    who: 'member',
    path: () => '/persons',
    open: pressing('Nova pessoa'),
    typed: () => ({
      'Nome completo': 'Beatriz Nascimento',
      CPF: masked(cpfOf(fresh())),
      Email: `beatriz${fresh()}@exemplo.com.br`,
    }),
    submit: 'Cadastrar pessoa',
    sends: { method: 'POST', path: /^\/api\/person$/ },
  },
  {
    name: 'person',
    who: 'member',
    path: ({ person }) => `/persons/${person.personId}`,
    typed: () => ({ 'Nome completo': 'Ana Beatriz Souza', 'Celular (opcional)': '(11) 98765-4321' }),
    submit: 'Salvar alterações',
    sends: { method: 'PATCH', path: /^\/api\/person\/[^/]+$/ },
  },
  {
    name: 'new template',
    who: 'member',
    path: () => '/templates/new',
    open: async (visitor) => {
      await visitor.press('Incluir participante');
      await visitor.page.getByRole('textbox', { name: 'Texto' }).fill('Vende-se: {{vendedor.nome}}.');
    },
    typed: () => ({
      'Nome do modelo': 'Compra e venda',
      'Descrição (opcional)': 'De imóveis na cidade',
      Participante: 'Vendedor',
      'Título do documento': 'Contrato de compra e venda',
    }),
    submit: 'Criar modelo',
    sends: { method: 'POST', path: /^\/api\/template$/ },
  },
  {
    name: 'template',
    who: 'member',
    path: ({ templateId }) => `/templates/${templateId}`,
    typed: () => ({ 'Nome do modelo': 'Locação comercial', 'Descrição (opcional)': 'Com fiador' }),
    submit: 'Salvar alterações',
    sends: { method: 'PATCH', path: /^\/api\/template\/[^/]+$/ },
  },
  {
    name: 'new envelope',
    who: 'member',
    path: () => '/envelopes/new',
    open: async (visitor) => {
      await choose(visitor, 'Incluir modelo', 'Contrato', /^Contrato de locação/);
      await choose(visitor, 'Incluir modelo', 'Termo', /^Termo de vistoria/);
    },
    typed: () => ({ 'Nome do envelope': 'Entrada no imóvel', 'Descrição (opcional)': 'Os dois juntos' }),
    chosen: () => ['Contrato de locação', 'Termo de vistoria'],
    submit: 'Criar envelope',
    sends: { method: 'POST', path: /^\/api\/envelope$/ },
  },
  {
    name: 'envelope',
    who: 'member',
    path: ({ envelopeId }) => `/envelopes/${envelopeId}`,
    typed: () => ({ 'Nome do envelope': 'Locação inteira' }),
    chosen: () => ['Contrato de locação', 'Termo de vistoria'],
    submit: 'Salvar alterações',
    sends: { method: 'PATCH', path: /^\/api\/envelope\/[^/]+$/ },
  },
  {
    name: 'new group',
    who: 'member',
    path: () => '/signer-groups/new',
    open: async (visitor, { person, other }) => {
      for (const { cpf, name } of [person, other])
        await choose(visitor, 'Incluir pessoa no grupo', cpf, new RegExp(`^${name}`));
    },
    typed: () => ({ 'Nome do grupo': 'Conselho' }),
    chosen: ({ person, other }) => [person.name, other.name],
    submit: 'Criar grupo',
    sends: { method: 'POST', path: /^\/api\/signer-group$/ },
  },
  {
    name: 'group',
    who: 'member',
    path: ({ signerGroupId }) => `/signer-groups/${signerGroupId}`,
    typed: () => ({ 'Nome do grupo': 'Diretoria executiva' }),
    chosen: ({ person, other }) => [person.name, other.name],
    submit: 'Salvar alterações',
    sends: { method: 'PATCH', path: /^\/api\/signer-group\/[^/]+$/ },
  },
];

/** What is done to a process on its page. */
const STEERING: readonly Form[] = [
  {
    name: 'cancellation',
    who: 'member',
    path: ({ processId }) => `/processes/${processId}`,
    open: (visitor) => chooseFrom(visitor, 'Mais ações do processo', 'Cancelar processo'),
    typed: () => ({ 'Motivo (opcional)': 'A versão está errada' }),
    submit: 'Cancelar processo',
    sends: { method: 'POST', path: /^\/api\/process\/[^/]+\/cancel$/ },
  },
  {
    name: 'deadline',
    who: 'member',
    path: ({ processId }) => `/processes/${processId}`,
    open: (visitor) => chooseFrom(visitor, 'Mais ações do processo', 'Dar um prazo'),
    typed: () => ({ 'Último dia para assinar': inFiveDays() }),
    submit: 'Dar prazo',
    sends: { method: 'POST', path: /^\/api\/process\/[^/]+\/deadline$/ },
  },
  {
    name: 'tags of a process',
    who: 'member',
    path: ({ processId }) => `/processes/${processId}`,
    open: async (visitor) => {
      await chooseFrom(visitor, 'Mais ações do processo', 'Editar etiquetas');
      await choose(visitor, 'Incluir etiqueta', 'Loc', /Locação/);
    },
    chosen: () => ['Locação'],
    submit: 'Salvar',
    sends: { method: 'POST', path: /^\/api\/process\/[^/]+\/tags$/ },
  },
  {
    name: 'replacement',
    who: 'member',
    path: ({ processId }) => `/processes/${processId}`,
    open: async (visitor, { person, other }) => {
      await visitor.press(`Substituir ${person.name}`);
      await choose(visitor, 'Quem entra no lugar', other.cpf, new RegExp(`^${other.name}`));
    },
    chosen: ({ other }) => [other.name],
    submit: 'Substituir',
    sends: { method: 'POST', path: /^\/api\/process\/[^/]+\/participant\/[^/]+\/replace$/ },
  },
];

/** What begins a process, and what takes its documents home. */
const SENDING: readonly Form[] = [
  {
    name: 'new process',
    who: 'member',
    path: () => '/processes/new',
    open: async (visitor, { person }) => {
      const requester = new Requester(visitor);
      const file = asUpload({ name: 'Proposta.pdf', bytes: await samplePdf() });
      await visitor.page.locator('input[type=file]').setInputFiles([file]);
      await requester.sentDocument(file.name).getByText('página').waitFor();
      await requester.goesOn();
      await requester.choosesCompany('Comércio de Tecidos São João Ltda');
      await requester.goesOn();
      await requester.includes(person, 'signer');
      await requester.goesOn();
      await visitor.reads('Tudo certo?');
    },
    chosen: ({ person }) => ['Proposta.pdf', 'Comércio de Tecidos São João Ltda', person.name],
    submit: 'Enviar para assinatura',
    sends: { method: 'POST', path: /^\/api\/process$/ },
  },
  {
    name: 'download',
    who: 'member',
    path: () => '/processes',
    open: async (visitor) => {
      await visitor.page.getByRole('checkbox', { name: 'Escolher Recibo de entrega' }).check();
      await visitor.press('Baixar selados');
    },
    typed: () => ({ Descrição: 'Recibos de novembro' }),
    submit: 'Preparar download',
    sends: { method: 'POST', path: /^\/api\/download$/ },
  },
];

/** The forms of those who register and send. */
export const MEMBER_FORMS: readonly Form[] = [...REGISTERS, ...SENDING, ...STEERING];

const masked = (cpf: string): string => cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const maskedCnpj = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
