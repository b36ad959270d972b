import type { Requirements } from '@lacre/contracts';

import { isDay } from '@/lib/format/day.ts';
import { formatList, plural } from '@/lib/format/format.ts';
import { formatPlainDate } from '@/lib/format/relative.ts';

import { REQUIREMENTS, type Requirement } from './requirement-kinds.ts';

/** What of a request is chosen in its sentence. */
export type RequestChoice =
  | Requirement['key']
  | 'order'
  | 'deadline'
  | 'reminders'
  | 'delegation'
  | 'minimum';

export interface Request {
  /** Of everyone who is asked, at least one. */
  asked: readonly { name: string; requirements: Requirements }[];
  /** Undefined where there is no one to sign before or after. */
  ordered: boolean | undefined;
  /** How many represent the company. */
  signatories: number;
  /** How many of them must sign; null when all of them. */
  minimum: number | null;
  acceptsLateSignatures: boolean;
  /** Undefined where they are chosen at each use. */
  terms: RequestTerms | undefined;
}

interface RequestTerms {
  /** Last day to sign, `2026-11-30`; empty without one, and digits while it is being typed. */
  deadline: string;
  /** Days between reminders; null without them. */
  reminderDays: number | null;
  allowsDelegation: boolean;
}

/** A piece of the sentence; one with a choice is what was chosen. */
export interface RequestPiece {
  text: string;
  choice?: RequestChoice;
}

/** Names are said while they are this many. */
const MOST_NAMED = 2;

/** What participants must show, in which order and until when, as a sentence. */
export function requestPieces(request: Request): RequestPiece[] {
  const chosen = choicesOf(request);
  const pieces: RequestPiece[] = [{ text: 'Cada pessoa assina com CPF' }];
  for (const [index, piece] of chosen.entries())
    pieces.push({ text: index === chosen.length - 1 ? ' e ' : ', ' }, piece);
  const { signatories } = request;
  if (signatories > 1)
    pieces.push(
      { text: `. Dos ${signatories} representantes, ` },
      { choice: 'minimum', text: minimumWords(request) },
    );
  return [...pieces, { text: '.' }];
}

function choicesOf({ asked, ordered, terms }: Request): RequestPiece[] {
  return [
    ...REQUIREMENTS.map((one) => ({ choice: one.key, text: requirementWords(one, asked) })),
    ...(ordered === undefined
      ? []
      : [{ choice: 'order' as const, text: ordered ? 'em ordem' : 'ao mesmo tempo que as demais' }]),
    ...(terms === undefined ? [] : termPieces(terms)),
  ];
}

function termPieces({ deadline, reminderDays, allowsDelegation }: RequestTerms): RequestPiece[] {
  return [
    { choice: 'deadline', text: deadlineWords(deadline) },
    {
      choice: 'reminders',
      text: reminderDays === null ? 'sem lembretes' : `lembrada ${everyDays(reminderDays)}`,
    },
    {
      choice: 'delegation',
      text: allowsDelegation ? 'podendo encaminhar a assinatura' : 'sem poder encaminhar a assinatura',
    },
  ];
}

function requirementWords({ isAsked, spoken, unasked }: Requirement, all: Request['asked']): string {
  const asked = all.filter(({ requirements }) => isAsked(requirements));
  if (asked.length === 0) return unasked;
  const ways = [...new Set(asked.map(({ requirements }) => spoken(requirements)))];
  const words = ways.join(' ou ');
  if (asked.length === all.length) return words;
  const names = asked.map(({ name }) => name).filter((name) => name !== '');
  const isShort = names.length === asked.length && names.length <= MOST_NAMED;
  return `${words} (${isShort ? formatList(names) : `${asked.length} de ${plural(all.length, 'pessoa')}`})`;
}

/** "todos os dias", "a cada 3 dias". */
export const everyDays = (days: number): string => (days === 1 ? 'todos os dias' : `a cada ${days} dias`);

function deadlineWords(deadline: string): string {
  if (deadline === '') return 'sem prazo';
  return isDay(deadline) ? `até ${formatPlainDate(deadline)}` : 'com prazo a corrigir';
}

function minimumWords({ minimum, acceptsLateSignatures }: Request): string {
  if (minimum === null) return 'todos precisam assinar';
  const rest = acceptsLateSignatures ? 'os demais ainda podem assinar' : 'os demais são dispensados';
  return `${minimum === 1 ? 'basta 1' : `bastam ${minimum}`}, e ${rest}`;
}
