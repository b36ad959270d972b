import type { Inline } from '../block.ts';
import type { RenderedEmail } from '../email.ts';
import { renderEmail } from '../email.ts';
import { formatMoment } from '../format.ts';
import { circumstances, type Circumstances } from './security-notice.ts';

/** A change of an account's administrators, for one of the two users it concerns. */
export type AdministrationChange =
  | { what: 'offered'; side: 'offerer' | 'receiver'; until: Date }
  | { what: 'accepted' | 'withdrawn' | 'declined'; side: 'offerer' | 'receiver' }
  /** `side`: the new administrator, the former one, or the one who changed it. */
  | { what: 'added' | 'removed'; side: 'administrator' | 'actor' };

export interface AdministrationNotice extends Circumstances {
  change: AdministrationChange;
  /** The other of the two. */
  otherName: string;
  /** Where it is looked at and answered, behind sign-in. */
  link: string;
}

interface Words {
  title: string;
  said: readonly Inline[];
}

function wordsOf(change: AdministrationChange, otherName: string): Words {
  // A user's words stand out as theirs.
  const other = { strong: otherName };
  const isOfferer = change.side === 'offerer';
  switch (change.what) {
    case 'offered':
      return isOfferer
        ? {
            title: 'Você ofereceu a administração da conta',
            said: [
              other,
              ' pode aceitar até ',
              { strong: formatMoment(change.until) },
              '. Até lá nada muda, e você pode retirar a oferta. Depois do aceite, você passa a ser gerente.',
            ],
          }
        : {
            title: 'Querem passar a você a administração da conta',
            said: [
              other,
              ' oferece a você a administração. Até ',
              { strong: formatMoment(change.until) },
              ', aceite ou recuse no seu perfil, depois de entrar. Sem resposta, nada muda.',
            ],
          };
    case 'accepted':
      return isOfferer
        ? {
            title: 'A administração da conta foi aceita',
            said: [other, ' agora administra a conta, e você passou a ser gerente.'],
          }
        : {
            title: 'Você agora administra a conta',
            said: [
              'Você aceitou a administração que ',
              other,
              ' ofereceu. ',
              other,
              ' passou a ser gerente.',
            ],
          };
    case 'withdrawn':
      return {
        title: 'A oferta da administração foi retirada',
        said: isOfferer
          ? ['A oferta feita a ', other, ' foi retirada. Você continua administrando a conta.']
          : ['A oferta que ', other, ' fez a você foi retirada. Nada mudou na conta.'],
      };
    case 'declined':
      return {
        title: 'A oferta da administração foi recusada',
        said: isOfferer
          ? [other, ' recusou a administração. Você continua administrando a conta.']
          : ['Você recusou a administração que ', other, ' ofereceu. Nada mudou na conta.'],
      };
    case 'added':
      return change.side === 'administrator'
        ? { title: 'Você agora administra a conta', said: [other, ' tornou você administrador da conta.'] }
        : {
            title: 'A conta tem mais um administrador',
            said: ['Você tornou ', other, ' administrador da conta.'],
          };
    case 'removed':
      return change.side === 'administrator'
        ? {
            title: 'Você não administra mais a conta',
            said: [
              'Você deixou de ser administrador da conta e passou a ser gerente. Quem pediu: ',
              other,
              '.',
            ],
          }
        : {
            title: 'Um administrador deixou de ser',
            said: [other, ' deixou de ser administrador da conta, a seu pedido, e passou a ser gerente.'],
          };
  }
}

/** Word to both whom a change of an account's administration concerns, since either may not have done it. */
export function administrationNotice(notice: AdministrationNotice): RenderedEmail {
  const { title, said } = wordsOf(notice.change, notice.otherName);
  return renderEmail({
    subject: title,
    preview: 'Confira se é o que vocês combinaram.',
    title,
    sender: notice.sender,
    recipientName: notice.recipientName,
    blocks: [
      { kind: 'paragraph', content: said },
      circumstances(notice),
      { kind: 'button', label: 'Abrir a conta', link: notice.link },
      {
        kind: 'note',
        content: [
          { strong: 'Não era o combinado?' },
          ' Troque a sua senha e fale com quem administra a conta; os administradores veem em Eventos quem fez o quê.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque é usuário desta conta do Lacre.',
  });
}
