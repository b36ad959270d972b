import { cpfOf } from '@lacre/contracts/testing';
import type { Locator } from 'playwright-core';

import { fresh } from '../support/scenario.ts';
import { ACCOUNT_FORMS } from './account-forms.ts';
import type { Form } from './form.ts';
import { MEMBER_FORMS } from './member-forms.ts';

/** What is typed in, of a dialog or of a page. */
export const fieldOf = (place: Locator, label: string): Locator =>
  place.getByLabel(label, { exact: true }).locator('visible=true');

const VISITOR_FORMS: readonly Form[] = [
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
    name: 'signature',
    who: 'participant',
    path: ({ processId, person }) => `/document?process=${processId}&person=${person.personId}`,
    open: async (visitor) => {
      const { page } = visitor;
      await page.getByRole('checkbox', { name: 'Declaro que li o documento inteiro' }).check();
      await visitor.press('Li o documento e concordo');
    },
    chosen: () => ['Lido'],
    submit: 'Assinar documento',
    sends: { method: 'POST', path: /^\/api\/signature\/sign$/ },
  },
  {
    name: 'refusal to sign',
    who: 'participant',
    path: ({ processId, person }) => `/document?process=${processId}&person=${person.personId}`,
    // In the reader, where it has opened by itself.
    open: (visitor) => visitor.page.getByRole('button', { name: 'Recusar', exact: true }).last().click(),
    typed: () => ({ Motivo: 'O valor da cláusula 3 está diferente do combinado' }),
    submit: 'Recusar assinatura',
    sends: { method: 'POST', path: /^\/api\/signature\/reject$/ },
  },
  {
    name: 'sign-in by a link',
    who: 'visitor',
    path: () => '/login?with=link',
    typed: () => ({ Email: 'marina@exemplo.com.br' }),
    submit: 'Enviar link',
    sends: { method: 'POST', path: /^\/api\/session\/link$/ },
  },
  {
    name: 'sign-in by a code',
    who: 'visitor',
    path: () => '/login?with=phone',
    typed: () => ({ 'Celular com DDD': '(11) 98765-4321' }),
    submit: 'Receber código por SMS',
    sends: { method: 'POST', path: /^\/api\/session\/phone\/code$/ },
  },
  {
    name: 'forgotten password',
    who: 'visitor',
    path: () => '/password',
    typed: () => ({ Email: 'marina@exemplo.com.br' }),
    submit: 'Enviar link',
    sends: { method: 'POST', path: /^\/api\/session\/password\/forgotten$/ },
  },
];

/** Forms that are sent to the server. A new one joins by its line. */
export const FORMS: readonly Form[] = [...VISITOR_FORMS, ...MEMBER_FORMS, ...ACCOUNT_FORMS];

const masked = (cpf: string): string => cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
