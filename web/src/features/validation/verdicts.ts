import type { AnswerOf } from '@lacre/contracts';
import { FileQuestion, FileX, ShieldAlert, ShieldCheck, ShieldX, type LucideIcon } from 'lucide-react';

export type Validation = AnswerOf<'validateDocument'>;
export type KnownDocument = NonNullable<Validation['document']>;
type Verdict = Validation['verdict'];

/** How each verdict looks, and what a lay person may do with it. */
export const verdicts: Record<
  Verdict,
  { title: string; tone: 'success' | 'warning' | 'danger' | 'neutral'; icon: LucideIcon; advice: string }
> = {
  genuine: {
    title: 'Documento autêntico e íntegro',
    tone: 'success',
    icon: ShieldCheck,
    advice:
      'Este arquivo é exatamente o que foi selado pela plataforma. Você pode confiar no conteúdo e nas assinaturas abaixo.',
  },
  'proofs-missing': {
    title: 'Documento autêntico, mas incompleto',
    tone: 'warning',
    icon: ShieldAlert,
    advice: 'O conteúdo é o que foi selado, mas faltam provas de tempo que o arquivo original tem.',
  },
  'later-signature': {
    title: 'Documento autêntico, assinado depois por outra pessoa',
    tone: 'warning',
    icon: ShieldAlert,
    advice: 'O documento selado não mudou. Alguém assinou o arquivo depois, por conta própria.',
  },
  'genuine-with-additions': {
    title: 'Documento autêntico, com acréscimos',
    tone: 'warning',
    icon: ShieldAlert,
    advice:
      'O documento selado está inteiro, mas algo foi acrescentado ao arquivo depois. Considere só o que foi selado e, na dúvida, peça o arquivo original a quem enviou.',
  },
  tampered: {
    title: 'Documento possivelmente adulterado',
    tone: 'danger',
    icon: ShieldX,
    advice:
      'Este arquivo traz o nosso selo, mas o conteúdo não confere com o que foi selado. Não confie nele: peça o original a quem enviou.',
  },
  'not-ours': {
    title: 'Documento não gerado pela plataforma',
    tone: 'neutral',
    icon: FileQuestion,
    advice:
      'Não há selo do Lacre neste arquivo. Pode ser o documento antes das assinaturas, uma impressão digitalizada ou um PDF de outra origem.',
  },
  unreadable: {
    title: 'Não foi possível ler o arquivo',
    tone: 'neutral',
    icon: FileX,
    advice:
      'O arquivo não é um PDF que se possa abrir; talvez tenha vindo incompleto. Baixe-o de novo e repita a validação.',
  },
};
