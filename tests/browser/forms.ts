import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { fresh } from '../support/scenario.ts';
import type { Who, World } from './screens.ts';
import type { Visitor } from './visitor.ts';

export interface Form {
  name: string;
  who: Who;
  /** Where it stands. */
  path: (world: World) => string;
  /** What opens it on its screen, if it is not there at once. */
  open?: (visitor: Visitor) => Promise<void>;
  /** What is typed, by label: all of it must still be there after a failure. */
  typed: () => Readonly<Record<string, string>>;
  submit: string;
  sends: { method: string; path: RegExp };
}

/** Forms that are sent to the server. A new one joins by its line. */
export const FORMS: readonly Form[] = [
  {
    name: 'registration',
    who: 'visitor',
    path: () => '/register',
    typed: () => ({
      'Nome da organização': 'Escritório Andrade',
      'Endereço de acesso': `conta-${fresh()}`,
      'Seu nome': 'Marina Andrade',
      Email: `marina${fresh()}@exemplo.com.br`,
      Senha: 'uma senha comprida',
    }),
    submit: 'Criar conta',
    sends: { method: 'POST', path: /^\/api\/tenant$/ },
  },
  {
    name: 'sign-in',
    who: 'visitor',
    path: () => '/login',
    typed: () => ({ Email: 'marina@exemplo.com.br', Senha: 'uma senha comprida' }),
    submit: 'Entrar',
    sends: { method: 'POST', path: /^\/api\/session$/ },
  },
  {
    name: 'who comes to sign',
    who: 'visitor',
    path: ({ processId, person }) => `/document?process=${processId}&person=${person.personId}`,
    typed: () => ({ 'Seu CPF': masked(cpfOf(fresh())) }),
    submit: 'Receber código',
    sends: { method: 'POST', path: /^\/api\/signature\/session$/ },
  },
  {
    name: 'refusal to sign',
    who: 'participant',
    path: ({ processId, person }) => `/document?process=${processId}&person=${person.personId}`,
    open: (visitor) => visitor.press('Recusar'),
    typed: () => ({ Motivo: 'O valor da cláusula 3 está diferente do combinado' }),
    submit: 'Recusar assinatura',
    sends: { method: 'POST', path: /^\/api\/signature\/reject$/ },
  },
  {
    name: 'new company',
    who: 'member',
    path: () => '/companies/new',
    typed: () => ({ CNPJ: maskedCnpj(cnpjOf(fresh())), 'Razão social': 'Padaria Pão de Mel Ltda' }),
    submit: 'Cadastrar empresa',
    sends: { method: 'POST', path: /^\/api\/company$/ },
  },
  {
    name: 'new person',
    who: 'member',
    path: () => '/persons',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
    },
    typed: () => ({
      'Nome completo': 'Beatriz Nascimento',
      CPF: masked(cpfOf(fresh())),
      Email: `beatriz${fresh()}@exemplo.com.br`,
    }),
    submit: 'Cadastrar pessoa',
    sends: { method: 'POST', path: /^\/api\/person$/ },
  },
  {
    name: 'cancellation',
    who: 'member',
    path: ({ processId }) => `/processes/${processId}`,
    open: (visitor) => visitor.press('Cancelar processo'),
    typed: () => ({ 'Motivo (opcional)': 'A versão está errada' }),
    submit: 'Cancelar processo',
    sends: { method: 'POST', path: /^\/api\/process\/[^/]+\/cancel$/ },
  },
];

const masked = (cpf: string): string => cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const maskedCnpj = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
