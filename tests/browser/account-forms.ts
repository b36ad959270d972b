import { fresh } from '../support/scenario.ts';
import { chooseFrom, pressing, type Form } from './form.ts';
import type { World } from './screens.ts';
import type { Visitor } from './visitor.ts';

/** What runs the account: its users, its programs, its settings. */
const ACCOUNT: readonly Form[] = [
  {
    name: 'invitation',
    who: 'member',
    path: () => '/users',
    open: pressing('Convidar usuário'),
    typed: () => ({ Nome: 'Rui Barbosa', Email: `rui${fresh()}@exemplo.com.br` }),
    submit: 'Enviar convite',
    sends: { method: 'POST', path: /^\/api\/user$/ },
  },
  {
    name: 'token',
    who: 'member',
    path: () => '/tokens',
    open: pressing('Novo token'),
    typed: () => ({ Descrição: 'Integração com o ERP' }),
    submit: 'Criar token',
    sends: { method: 'POST', path: /^\/api\/token$/ },
  },
  {
    name: 'new webhook',
    who: 'member',
    path: () => '/webhooks',
    open: pressing('Novo webhook'),
    typed: () => ({ Endereço: 'https://exemplo.com.br/gancho', 'Descrição (opcional)': 'Avisa o ERP' }),
    submit: 'Criar webhook',
    sends: { method: 'POST', path: /^\/api\/webhook$/ },
  },
  {
    name: 'webhook',
    who: 'member',
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    open: (visitor) => chooseFrom(visitor, 'Mais ações', 'Editar'),
    typed: () => ({ Endereço: 'https://exemplo.com.br/outro' }),
    submit: 'Salvar',
    sends: { method: 'PATCH', path: /^\/api\/webhook\/[^/]+$/ },
  },
  {
    name: 'secret of a webhook',
    who: 'member',
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    open: (visitor) => chooseFrom(visitor, 'Mais ações', 'Trocar segredo'),
    submit: 'Trocar segredo',
    sends: { method: 'POST', path: /^\/api\/webhook\/[^/]+\/secret$/ },
  },
  {
    name: 'removal of a webhook',
    who: 'member',
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    open: (visitor) => chooseFrom(visitor, 'Mais ações', 'Remover'),
    submit: 'Remover webhook',
    sends: { method: 'DELETE', path: /^\/api\/webhook\/[^/]+$/ },
  },
  {
    name: 'identity of the account',
    who: 'member',
    path: () => '/settings',
    typed: () => ({ 'Nome de exibição': 'Andrade & Filhos' }),
    submit: 'Salvar identidade',
    sends: { method: 'PATCH', path: /^\/api\/tenant\/settings$/ },
  },
  {
    name: 'defaults of processes',
    who: 'member',
    path: () => '/settings?tab=processos',
    typed: () => ({ 'Prazo para assinar, em dias (opcional)': '45' }),
    submit: 'Salvar padrões',
    sends: { method: 'PATCH', path: /^\/api\/tenant\/settings$/ },
  },
  {
    name: 'address of access',
    who: 'member',
    path: () => '/settings?tab=dominios',
    typed: () => ({ 'Novo endereço de acesso': `andrade-${fresh()}` }),
    submit: 'Incluir endereço',
    sends: { method: 'POST', path: /^\/api\/tenant\/domains$/ },
  },
  {
    name: 'new tag',
    who: 'member',
    path: () => '/settings?tab=etiquetas',
    open: pressing('Nova etiqueta'),
    typed: () => ({ Etiqueta: 'Urgente' }),
    submit: 'Criar etiqueta',
    sends: { method: 'POST', path: /^\/api\/tenant\/tags$/ },
  },
  {
    name: 'tag',
    who: 'member',
    path: () => '/settings?tab=etiquetas',
    open: pressing('Renomear Locação'),
    typed: () => ({ Etiqueta: 'Aluguel' }),
    submit: 'Salvar',
    sends: { method: 'PATCH', path: /^\/api\/tenant\/tags\/[^/]+$/ },
  },
  {
    name: 'own details',
    who: 'member',
    path: () => '/profile',
    typed: () => ({ Nome: 'Marina Andrade Lima', 'Celular (opcional)': '(11) 98765-4321' }),
    submit: 'Salvar dados',
    sends: { method: 'PATCH', path: /^\/api\/user\/[^/]+$/ },
  },
  {
    name: 'password',
    who: 'member',
    path: () => '/profile',
    open: pressing('Trocar senha'),
    typed: ({ account }) => ({
      'Senha atual': account.password,
      'Nova senha': 'outra senha comprida',
      'Repita a nova senha': 'outra senha comprida',
    }),
    submit: 'Salvar senha',
    sends: { method: 'POST', path: /^\/api\/account\/password$/ },
  },
  {
    name: 'phone as second factor',
    who: 'member',
    path: () => '/profile',
    open: pressing('Celular'),
    typed: () => ({ 'Celular com DDD': '(11) 98765-4321' }),
    submit: 'Enviar código',
    sends: { method: 'POST', path: /^\/api\/account\/factor\/phone$/ },
  },
];

const acting = (act: string, of: 'colleague' | 'second') => (visitor: Visitor, world: World) =>
  chooseFrom(visitor, `Ações de ${world[of].name}`, act);

/** The administration is offered to the manager beside them, unless it is already. */
async function onOffer({ page }: Visitor, { account, colleague }: World): Promise<void> {
  const { offer } = await account.api.call('administrationOffer');
  if (offer === null) await account.api.call('offerAdministration', { body: { uid: colleague.userId } });
  await page.reload();
}

/** Who else administers the account. Those that find an offer come last. */
const ADMINISTRATION: readonly Form[] = [
  {
    name: 'another administrator',
    who: 'member',
    path: () => '/users',
    open: acting('Tornar administrador', 'colleague'),
    submit: 'Tornar administrador',
    sends: { method: 'POST', path: /^\/api\/user\/[^/]+\/administrator$/ },
  },
  {
    name: 'one administrator fewer',
    who: 'member',
    path: () => '/users',
    open: acting('Retirar da administração', 'second'),
    submit: 'Retirar da administração',
    sends: { method: 'DELETE', path: /^\/api\/user\/[^/]+\/administrator$/ },
  },
  {
    name: 'handing over the administration',
    who: 'member',
    path: () => '/users',
    open: acting('Passar minha administração', 'colleague'),
    submit: 'Oferecer administração',
    sends: { method: 'POST', path: /^\/api\/administration\/offer$/ },
  },
  {
    name: 'another address of one’s own',
    who: 'member',
    path: () => '/profile',
    open: pressing('Trocar'),
    typed: () => ({ 'Novo email': `marina${fresh()}@exemplo.com.br` }),
    submit: 'Enviar link',
    sends: { method: 'POST', path: /^\/api\/account\/email$/ },
  },
  {
    name: 'an offer withdrawn',
    who: 'member',
    path: () => '/users',
    open: async (visitor, world) => {
      await onOffer(visitor, world);
      await visitor.press('Retirar oferta');
    },
    submit: 'Retirar oferta',
    sends: { method: 'DELETE', path: /^\/api\/administration\/offer\/[^/]+$/ },
  },
  {
    name: 'an offer accepted',
    who: 'colleague',
    path: () => '/profile',
    open: async (visitor, world) => {
      await onOffer(visitor, world);
      await visitor.press('Aceitar');
    },
    submit: 'Aceitar administração',
    sends: { method: 'POST', path: /^\/api\/administration\/offer\/[^/]+/ },
  },
  {
    name: 'an offer refused',
    who: 'colleague',
    path: () => '/profile',
    open: async (visitor, world) => {
      await onOffer(visitor, world);
      await visitor.press('Recusar');
    },
    submit: 'Recusar',
    sends: { method: 'DELETE', path: /^\/api\/administration\/offer\/[^/]+$/ },
  },
];

/** The forms of those who run an account. */
export const ACCOUNT_FORMS: readonly Form[] = [...ACCOUNT, ...ADMINISTRATION];
