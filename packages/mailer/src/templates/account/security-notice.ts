import type { Addressed, Block, Inline } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { formatMoment } from '../format.ts';

/** Changes of how a user signs in. */
export type SecurityChange =
  | { what: 'password'; how: 'changed' | 'reset' | 'set' | 'ended' }
  | { what: 'new-browser' }
  | { what: 'sign-in-held' }
  | { what: 'factor-enrolled' | 'factor-withdrawn'; kind: 'totp' | 'phone' }
  | { what: 'passkey-registered' | 'passkey-removed' }
  | { what: 'google-linked' | 'google-unlinked' }
  /** By the operator, for a user who lost every credential. */
  | { what: 'recovery'; reason: string; until: Date }
  /** What the account gave others until its change of e-mail was undone. */
  | {
      what: 'access-taken-back';
      administrators: readonly string[];
      members: readonly string[];
      webhooks: readonly string[];
      tokenCount: number;
    };

export interface Circumstances extends Addressed {
  at: Date;
  /** Browser and system, place and address that it came from, as far as they are known. */
  device: string | undefined;
  place: string | undefined;
  ip: string | undefined;
}

export interface SecurityNotice extends Circumstances {
  change: SecurityChange;
  /** Where the account is looked after, behind sign-in. */
  profileLink: string;
  /** Where another password is asked for. */
  passwordLink: string;
}

interface Words {
  title: string;
  said: string;
}

const FACTORS = { totp: 'o aplicativo autenticador', phone: 'o celular' } as const;
const PASSWORD: Readonly<Record<'changed' | 'reset' | 'set' | 'ended', Words>> = {
  changed: {
    title: 'Sua senha foi trocada',
    said: 'A senha da sua conta foi trocada. As outras sessões foram encerradas.',
  },
  reset: {
    title: 'Sua senha foi trocada',
    said: 'A senha da sua conta foi trocada pelo link que enviamos. Todas as sessões foram encerradas.',
  },
  ended: {
    title: 'Escolha uma nova senha',
    said: 'Seu email foi confirmado por um link. Por segurança, a senha, as sessões e os tokens criados antes disso deixaram de valer.',
  },
  set: { title: 'Você agora tem uma senha', said: 'Sua conta passou a aceitar a entrada por senha.' },
};

function wordsOf(change: SecurityChange): Words {
  switch (change.what) {
    case 'password':
      return PASSWORD[change.how];
    case 'new-browser':
      return {
        title: 'Entrada em um novo dispositivo',
        said: 'Alguém entrou na sua conta de um navegador em que você ainda não tinha entrado.',
      };
    case 'sign-in-held':
      return {
        title: 'Muitas tentativas de entrar',
        said: 'Alguém errou muitas vezes ao tentar entrar na sua conta. Novas tentativas estão em espera por alguns minutos.',
      };
    case 'factor-enrolled':
      return {
        title: 'Verificação em duas etapas ativada',
        said: `Para entrar na sua conta agora também é preciso confirmar com ${FACTORS[change.kind]}.`,
      };
    case 'factor-withdrawn':
      return {
        title: 'Verificação em duas etapas removida',
        said: `Para entrar na sua conta não se pede mais confirmar com ${FACTORS[change.kind]}.`,
      };
    case 'passkey-registered':
      return { title: 'Chave de acesso cadastrada', said: 'Uma nova chave de acesso já entra na sua conta.' };
    case 'passkey-removed':
      return {
        title: 'Chave de acesso removida',
        said: 'Uma chave de acesso deixou de entrar na sua conta.',
      };
    case 'google-linked':
      return { title: 'Conta do Google ligada', said: 'Uma conta do Google já entra na sua conta.' };
    case 'recovery':
      return {
        title: 'Recuperação de acesso pela plataforma',
        said: `Quem opera a plataforma emitiu, para quem se identificou como você, um link que escolhe outra senha da sua conta. Ele vale até ${formatMoment(change.until)}.`,
      };
    case 'access-taken-back':
      return {
        title: 'Acessos dados pela sua conta foram encerrados',
        said: 'A troca do email da sua conta foi desfeita. Com ela terminou o que a conta deu a outros desde sete dias antes de a troca ser pedida: administradores, usuários, webhooks e tokens. Confira a lista. O que você mesmo tiver feito pode ser ligado de novo: reative usuários e webhooks, torne administrador quem deve ser e emita outros tokens.',
      };
    case 'google-unlinked':
      return { title: 'Conta do Google desligada', said: 'A conta do Google deixou de entrar na sua conta.' };
  }
}

function detailsOf(change: SecurityChange): { label: string; value: string }[] {
  if (change.what === 'recovery') return [{ label: 'Motivo informado', value: change.reason }];
  if (change.what !== 'access-taken-back') return [];
  const { administrators, members, webhooks, tokenCount } = change;
  return [
    { label: 'Deixaram de administrar', value: administrators.join(', ') },
    { label: 'Usuários como antes', value: members.join(', ') },
    { label: 'Webhooks pausados', value: webhooks.join(', ') },
    { label: 'Tokens de outros revogados', value: tokenCount === 0 ? '' : String(tokenCount) },
  ].filter(({ value }) => value !== '');
}

/** Word to the owner of an account, who may not have done it. Neither subject nor preview says more than must be. */
export function securityNotice(notice: SecurityNotice): RenderedEmail {
  const { title, said } = wordsOf(notice.change);
  return renderEmail({
    subject: title,
    preview: 'Confira se foi você.',
    title,
    sender: notice.sender,
    recipientName: notice.recipientName,
    blocks: [
      { kind: 'paragraph', content: [said] },
      circumstances(notice, detailsOf(notice.change)),
      { kind: 'paragraph', content: ['Se foi você, não é preciso fazer nada.'] },
      { kind: 'button', label: 'Revisar minha conta', link: notice.profileLink },
      {
        kind: 'note',
        content: [
          { strong: 'Não foi você?' },
          ` Escolha outra senha agora, o que encerra as sessões abertas, e avise quem administra a conta: ${notice.passwordLink}`,
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque este email é o de um usuário do Lacre.',
  });
}

export interface NewPersonDevice extends Circumstances {
  /** Until when the device needs no code. */
  until: Date;
  /** The contact that it was remembered for, masked; undefined where devices were remembered for all. */
  contact: string | undefined;
  /** Where the person sees their devices and forgets them, behind CPF and code. */
  devicesLink: string;
}

/** To a person whose documents may from now on be opened from another device without a code. */
export function newPersonDevice(notice: NewPersonDevice): RenderedEmail {
  const what: Inline[] = [
    'Um novo dispositivo confirmou ser seu com o código que enviamos. Até ',
    { strong: formatMoment(notice.until) },
    notice.contact === undefined
      ? ', ele abre os seus documentos só com o seu CPF.'
      : `, ele abre só com o seu CPF os documentos enviados a ${notice.contact}.`,
  ];
  return renderEmail({
    subject: 'Novo dispositivo confirmado',
    preview: 'Confira se foi você.',
    title: 'Um novo dispositivo foi confirmado',
    sender: notice.sender,
    recipientName: notice.recipientName,
    blocks: [
      { kind: 'paragraph', content: what },
      circumstances(notice),
      {
        kind: 'paragraph',
        content: [
          'Se foi você, não é preciso fazer nada. Para esquecer este dispositivo, abra os seus dispositivos, confirme quem você é e toque em ',
          { strong: 'Esquecer' },
          ': dali em diante ele volta a pedir o código.',
        ],
      },
      { kind: 'button', label: 'Ver meus dispositivos', link: notice.devicesLink },
      {
        kind: 'note',
        content: [
          { strong: 'Não foi você?' },
          ' Esqueça o dispositivo, avise agora mesmo quem pediu a sua assinatura e troque a senha do seu email: foi por ele que o código passou.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque assina documentos pelo Lacre.',
  });
}

export interface EmailChanged extends Circumstances {
  /** The address from now on, masked for readers of the former one: `a***@exemplo.com.br`. */
  current: string;
  /** Who changed it; undefined when unknown. */
  by: string | undefined;
  /** Where the change is taken back, and until when; absent where it cannot be. */
  undo?: { link: string; until: Date } | undefined;
}

/** To the address that an account had until then, and the last message that it gets. */
export function emailChanged(notice: EmailChanged): RenderedEmail {
  const { current, by, undo } = notice;
  return renderEmail({
    subject: 'O email da sua conta foi trocado',
    preview: 'Confira se foi você.',
    title: 'O email da sua conta foi trocado',
    sender: notice.sender,
    recipientName: notice.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'A sua conta não usa mais este endereço: dali em diante, é por ',
          { strong: current },
          ' que se entra nela e que ela recebe mensagens.',
        ],
      },
      circumstances(notice, by === undefined ? [] : [{ label: 'Trocado por', value: by }]),
      {
        kind: 'paragraph',
        content: ['Se foi você, ou se a troca foi combinada com você, não é preciso fazer nada.'],
      },
      ...undoing(undo),
      {
        kind: 'note',
        content: [
          { strong: 'Não foi você?' },
          ' Avise agora mesmo quem administra a conta na sua empresa e peça que o endereço volte a ser este e que as sessões abertas sejam encerradas. Se mais alguém puder ler este email, troque também a senha dele.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque este email era, até agora, o de um usuário do Lacre.',
  });
}

/** Access that an account gives others. */
export type AccessGivenChange =
  | { what: 'administrator-added' | 'administration-offered'; name: string }
  | { what: 'webhook-created' | 'webhook-edited'; url: string }
  | { what: 'token-issued'; description: string };

export interface FormerAddressNotice extends Circumstances {
  change: AccessGivenChange;
  undo: { link: string; until: Date };
}

const GIVEN: Readonly<Record<AccessGivenChange['what'], readonly [string, string]>> = {
  'administrator-added': ['tornou administrador', 'Quem passou a administrar'],
  'administration-offered': ['ofereceu a administração', 'A quem'],
  'webhook-created': ['criou um webhook, que recebe os fatos da conta', 'Endereço'],
  'webhook-edited': ['mudou um webhook, que recebe os fatos da conta', 'Endereço'],
  'token-issued': ['emitiu um token de API', 'Descrição'],
};

/** To the former address of an account, while its change can be undone. */
export function formerAddressNotice(notice: FormerAddressNotice): RenderedEmail {
  const { change, undo } = notice;
  const [did, label] = GIVEN[change.what];
  const value = 'name' in change ? change.name : 'url' in change ? change.url : change.description;
  const title = 'A conta que usava este email deu acesso a outros';
  return renderEmail({
    subject: title,
    preview: 'Confira se foi você.',
    title,
    sender: notice.sender,
    recipientName: notice.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: ['O email desta conta foi trocado há poucos dias, e a conta agora ', did, '.'],
      },
      circumstances(notice, [{ label, value }]),
      { kind: 'paragraph', content: ['Se a troca foi sua, não é preciso fazer nada.'] },
      ...undoing(undo),
      {
        kind: 'note',
        content: [
          { strong: 'O que mais se desfaz.' },
          ' Com a troca termina também o que a conta deu a outros desde então: administradores, usuários, webhooks e tokens.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque este email era, até há pouco, o de um usuário do Lacre.',
  });
}

function undoing(undo: EmailChanged['undo']): Block[] {
  if (undo === undefined) return [];
  return [
    {
      kind: 'paragraph',
      content: [
        'Se não foi, desfaça a troca até ',
        { strong: formatMoment(undo.until) },
        ': este endereço volta a valer, a senha e as sessões deixam de valer, e você escolhe outra senha.',
      ],
    },
    { kind: 'button', label: 'Desfazer a troca', link: undo.link },
  ];
}

export function circumstances(
  { at, device, place, ip }: Circumstances,
  more: readonly { label: string; value: string }[] = [],
): Block {
  const rows = [{ label: 'Momento', value: formatMoment(at) }, ...more];
  if (device !== undefined) rows.push({ label: 'Dispositivo', value: device });
  if (place !== undefined) rows.push({ label: 'Local informado', value: place });
  if (ip !== undefined) rows.push({ label: 'Endereço IP', value: ip });
  return { kind: 'facts', rows };
}
