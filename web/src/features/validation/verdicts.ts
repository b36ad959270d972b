import type { AnswerOf } from '@lacre/contracts';
import { FileQuestion, FileX, ShieldAlert, ShieldCheck, ShieldX, type LucideIcon } from 'lucide-react';

import type { Text } from '@/i18n/say.ts';
import { isNameProven } from '@/i18n/signer-trust.ts';

export type Validation = AnswerOf<'validateDocument'>;
export type KnownDocument = NonNullable<Validation['document']>;
type Verdict = Validation['verdict'];

interface Presentation {
  title: Text;
  tone: 'success' | 'warning' | 'danger' | 'neutral';
  icon: LucideIcon;
  advice: readonly Text[];
}

/** The words of a verdict on a file. */
export function presentationOf({
  verdict,
  document,
  genuineBytes,
  embedded,
  stamps,
  laterSignatures,
}: Validation): Presentation {
  if (verdict === 'genuine' && document?.madeAs === 'partial-copy') return PARTIAL_COPY;
  if (verdict === 'genuine' && embedded.some(({ state }) => state === 'reserved')) return WITH_RESERVATIONS;
  if (verdict === 'later-signature') {
    const told = stamps.length > 0 ? STAMPED : VERDICTS[verdict];
    const unproven = laterSignatures.some(({ trust }) => !isNameProven(trust));
    return unproven ? { ...told, advice: [...told.advice, UNPROVEN] } : told;
  }
  return verdict === 'tampered' && genuineBytes !== null ? TAMPERED_AFTER : VERDICTS[verdict];
}

const UNPROVEN = 'O certificado usado não é reconhecido: o nome de quem assinou depois não foi comprovado.';

const PARTIAL_COPY: Presentation = {
  title: 'Cópia parcial autêntica',
  tone: 'warning',
  icon: ShieldAlert,
  advice: [
    'Este arquivo é exatamente a cópia que foi selada, com as assinaturas até aquele momento. O documento ainda não estava concluído.',
  ],
};

const WITH_RESERVATIONS: Presentation = {
  title: 'Documento autêntico, com ressalvas',
  tone: 'warning',
  icon: ShieldAlert,
  advice: [
    'Este arquivo é exatamente o que foi selado pela plataforma. Uma assinatura que o documento já trazia, antes do selo, tem ressalvas: leia-as abaixo.',
  ],
};

const STAMPED: Presentation = {
  title: 'Documento autêntico, assinado depois por outra pessoa',
  tone: 'warning',
  icon: ShieldAlert,
  advice: [
    'O documento selado não mudou. Alguém o assinou depois, por conta própria, com um carimbo que encobre parte de uma página: veja abaixo onde, e confira o que há embaixo dele no documento selado.',
  ],
};

const TAMPERED_AFTER: Presentation = {
  title: 'Documento possivelmente adulterado',
  tone: 'danger',
  icon: ShieldX,
  advice: [
    'O documento selado está inteiro no começo deste arquivo, mas o que veio depois pode mudar o que se vê. Não se baseie no que este arquivo mostra: guarde só o documento autêntico, ou peça o original a quem enviou.',
  ],
};

/** How each verdict looks, and what a lay person may do with it. */
const VERDICTS: Record<Verdict, Presentation> = {
  genuine: {
    title: 'Documento autêntico e íntegro',
    tone: 'success',
    icon: ShieldCheck,
    advice: [
      'Este arquivo é exatamente o que foi selado pela plataforma. Você pode confiar no conteúdo e nas assinaturas abaixo.',
    ],
  },
  'proofs-missing': {
    title: 'Documento autêntico, mas incompleto',
    tone: 'warning',
    icon: ShieldAlert,
    advice: [
      'O conteúdo é o que foi selado, mas faltam provas de tempo que o arquivo original tem. Peça o arquivo completo a quem o enviou.',
    ],
  },
  'unsound-inside': {
    title: 'Selo autêntico, sobre um documento com assinatura que não confere',
    tone: 'danger',
    icon: ShieldAlert,
    advice: [
      'Este arquivo é o que foi selado, e quem está abaixo o assinou. Mas o documento já trazia uma assinatura anterior que não se sustenta: não se baseie nela nem no que ela diria garantir. Peça o original a quem a fez.',
    ],
  },
  'later-signature': {
    title: 'Documento autêntico, assinado depois por outra pessoa',
    tone: 'warning',
    icon: ShieldAlert,
    advice: ['O documento selado não mudou. Alguém assinou o arquivo depois, por conta própria.'],
  },
  'genuine-with-additions': {
    title: 'Documento autêntico, com acréscimos',
    tone: 'warning',
    icon: ShieldAlert,
    advice: [
      'O documento selado está inteiro, e o que foi acrescentado ao arquivo depois não muda nada do que se vê.',
    ],
  },
  tampered: {
    title: 'Documento possivelmente adulterado',
    tone: 'danger',
    icon: ShieldX,
    advice: [
      'Este arquivo traz o nosso selo, mas o conteúdo não confere com o que foi selado. Não confie nele. Isso também acontece quando o download é interrompido ou outro programa salva o arquivo de novo: baixe-o outra vez, ou peça o original a quem enviou, e repita.',
    ],
  },
  'not-ours': {
    title: 'Documento não gerado pela plataforma',
    tone: 'neutral',
    icon: FileQuestion,
    advice: [
      'Não há selo desta plataforma neste arquivo. Pode ser o documento antes das assinaturas, uma impressão digitalizada, ou um PDF assinado ou selado em outro lugar.',
    ],
  },
  unreadable: {
    title: 'Não foi possível ler o arquivo',
    tone: 'neutral',
    icon: FileX,
    advice: [
      'O arquivo pode estar danificado, incompleto ou protegido por senha, ou não ser um PDF. Baixe-o de novo, sem senha, e repita a validação.',
    ],
  },
};
