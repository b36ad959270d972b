import { brasiliaDay, brasiliaMonth, endOfDay, TIME_ZONE, type Part } from '@lacre/contracts';

import { ADMINISTRATOR, USERS, type CompanyKey, type PersonKey, type TagName } from '../demo-story.ts';
import { seededRandom, YEAR_PEOPLE, type PersonSort } from './year-people.ts';

/** A participant: one of today's people, or one of the year's by sort and index. */
export type Who = PersonKey | `${PersonSort}:${number}`;

export type YearAct = { at: Date; by: Who } & (
  | { does: 'opens' | 'signs' }
  | { does: 'refuses'; reason: string }
);

export interface YearProcess {
  summary: string;
  company: CompanyKey;
  document: string;
  tags: readonly TagName[];
  people: readonly { who: Who; part: Part; group?: number }[];
  /** One of the users of the sample account. */
  requester: string;
  createdAt: Date;
  deadline?: Date;
  acts: readonly YearAct[];
  cancelled?: { at: Date; reason: string };
}

interface Kind {
  /** How many of a hundred processes are of this kind. */
  weight: number;
  summary: (random: () => number, month: string) => string;
  document: string;
  tags: readonly TagName[];
  signer: PersonSort;
  companies: readonly CompanyKey[];
  attestants?: number;
  inOrder?: boolean;
}

const SITES = ['Jacarandá', 'Bosque das Araucárias', 'Alto da Glória', 'Galpão Norte', 'Vila Nova'];
const SERVICES = [
  'pintura',
  'hidráulica',
  'elétrica',
  'gesso',
  'esquadrias',
  'impermeabilização',
  'fundações',
];
const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const unit = (random: () => number): string =>
  `${1 + Math.floor(random() * 14)}0${1 + Math.floor(random() * 4)}`;

const KINDS: readonly Kind[] = [
  {
    weight: 22,
    summary: (random) => `Entrega de EPI, obra ${pick(random, SITES)}`,
    document: 'Ficha de entrega de EPI.pdf',
    tags: ['Pessoal'],
    signer: 'employees',
    companies: ['builder'],
  },
  {
    weight: 20,
    summary: (random) => `Empreitada de ${pick(random, SERVICES)}, obra ${pick(random, SITES)}`,
    document: 'Contrato de empreitada.pdf',
    tags: ['Obras'],
    signer: 'contractors',
    companies: ['builder', 'tower'],
    attestants: 2,
    inOrder: true,
  },
  {
    weight: 18,
    summary: (random, month) => `Medição de ${month}, ${pick(random, SERVICES)} no ${pick(random, SITES)}`,
    document: 'Boletim de medição.pdf',
    tags: ['Obras'],
    signer: 'contractors',
    companies: ['builder', 'tower'],
  },
  {
    weight: 14,
    summary: (random) => `Compra e venda da unidade ${unit(random)} do Jacarandá`,
    document: 'Contrato de compra e venda.pdf',
    tags: [],
    signer: 'buyers',
    companies: ['tower'],
    attestants: 1,
  },
  {
    weight: 9,
    summary: (random) => `Vistoria e entrega da unidade ${unit(random)} do Jacarandá`,
    document: 'Termo de recebimento.pdf',
    tags: [],
    signer: 'buyers',
    companies: ['tower'],
  },
  {
    weight: 9,
    summary: (random) => `Admissão para a obra ${pick(random, SITES)}`,
    document: 'Contrato de trabalho.pdf',
    tags: ['Pessoal'],
    signer: 'employees',
    companies: ['builder'],
  },
  {
    weight: 8,
    summary: (random) => `Aditivo da empreitada de ${pick(random, SERVICES)}, obra ${pick(random, SITES)}`,
    document: 'Termo aditivo.pdf',
    tags: ['Obras', 'Urgente'],
    signer: 'contractors',
    companies: ['builder', 'tower'],
  },
];

/** The house signs once a week, all that is there: those who represent it on Thursdays, its witnesses on Fridays. */
const SITTINGS: Readonly<Partial<Record<Who, { weekday: number; hour: number }>>> = {
  elisa: { weekday: 4, hour: 17 },
  davi: { weekday: 4, hour: 16 },
  nair: { weekday: 5, hour: 10 },
  otto: { weekday: 5, hour: 11 },
};

/** Works rest in January and around Carnival; contracts are made before the dry winter and for the end of the year. */
const BY_MONTH = [4, 4, 6, 7, 7, 6, 5, 7, 8, 8, 7, 4];
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: TIME_ZONE });
const REFUSALS = [
  'O valor da medição não confere com o boletim da obra.',
  'Meu nome está sem o segundo sobrenome.',
  'O prazo combinado era de noventa dias, e aqui está sessenta.',
  'Recebi só um par de luvas; a ficha diz dois.',
  'A unidade que comprei tem duas vagas, e o contrato traz uma.',
];
const CANCELLATIONS = [
  'Enviado com a tabela de preços antiga; segue outro.',
  'A obra trocou de fornecedor.',
  'O comprador desistiu antes de assinar.',
];
/** Who asks for signatures of those two companies. */
const REQUESTERS = [
  ADMINISTRATOR,
  ...USERS.filter(({ role, companies }) => role === 'manager' || companies.includes('tower')),
].map(({ email }) => email);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of a hundred processes, those that end otherwise than signed. */
const [REFUSED, EXPIRED, CANCELLED] = [9, 8, 7];

/** A moment of a working day, between eight and eighteen o'clock in Brasília, which is three hours behind UTC. */
function atWork(moment: Date): Date {
  const local = new Date(moment.getTime() - 3 * HOUR_MS);
  const hour = local.getUTCHours();
  if (hour < 8) local.setUTCHours(8 + (hour % 3));
  if (hour >= 18) local.setTime(local.getTime() + 15 * HOUR_MS);
  while (local.getUTCDay() % 6 === 0) local.setTime(local.getTime() + DAY_MS);
  return new Date(local.getTime() + 3 * HOUR_MS);
}

/** The next sitting of a person who has any, else the moment itself. */
function sittingOf(who: Who, moment: Date): Date {
  const sitting = SITTINGS[who];
  if (sitting === undefined) return moment;
  const local = new Date(moment.getTime() - 3 * HOUR_MS);
  local.setUTCHours(sitting.hour, 30, 0, 0);
  if (local.getTime() + 3 * HOUR_MS <= moment.getTime()) local.setTime(local.getTime() + DAY_MS);
  while (local.getUTCDay() !== sitting.weekday) local.setTime(local.getTime() + DAY_MS);
  return new Date(local.getTime() + 3 * HOUR_MS);
}

const lastSecondOf = (day: Date): Date => new Date(endOfDay(brasiliaDay(day)));

/** The beginning in Brasília of the month that many months before that of `today`. */
function monthBefore(today: Date, months: number): Date {
  const first = new Date(`${brasiliaMonth(today)}-01T00:00-03:00`);
  first.setUTCMonth(first.getUTCMonth() - months);
  return first;
}

/** The first day of the year that ends today: that of the month eleven months back, at nine o'clock in Brasília. */
export const yearBegins = (today: Date): Date =>
  atWork(new Date(monthBefore(today, 11).getTime() + 9 * HOUR_MS));

/** What a construction company had signed in the months up to today, in order; the same for the same day. */
export function yearUpTo(today: Date): YearProcess[] {
  const random = seededRandom(20_260_101);
  const begin = yearBegins(today);
  const processes: YearProcess[] = [];
  for (let back = 11; back >= 0; back -= 1) {
    const month = monthBefore(today, back);
    const count = BY_MONTH[month.getUTCMonth()] ?? 0;
    for (let index = 0; index < count; index += 1) {
      const share = (index + random() * 0.9) / count;
      const day = new Date(month.getTime() + share * 29 * DAY_MS + random() * DAY_MS);
      const createdAt = atWork(day);
      const planned = processOf(random, createdAt, today);
      if (createdAt.getTime() > begin.getTime() + DAY_MS && createdAt.getTime() < today.getTime() - DAY_MS)
        processes.push(planned);
    }
  }
  return processes.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

function kindOf(random: () => number): Kind {
  let left = random() * KINDS.reduce((sum, { weight }) => sum + weight, 0);
  return KINDS.find(({ weight }) => (left -= weight) < 0) ?? (KINDS[0] as Kind);
}

function processOf(random: () => number, createdAt: Date, today: Date): YearProcess {
  const kind = kindOf(random);
  const { signer: sort, attestants = 0, inOrder = false } = kind;
  const signer: Who = `${sort}:${Math.floor(random() * YEAR_PEOPLE[sort].length)}`;
  const asked = (who: Who, part: Part, place: number) =>
    inOrder ? { who, part, group: place } : { who, part };
  const people: YearProcess['people'] = [
    asked(signer, 'signer', 1),
    asked(random() < 0.7 ? 'elisa' : 'davi', 'signatory', 2),
    ...(['nair', 'otto'] as const).slice(0, attestants).map((who) => asked(who, 'attestant', 3)),
  ];
  const outcome = random() * 100;
  const planned: YearProcess = {
    summary: kind.summary(random, monthName.format(createdAt)),
    company: pick(random, kind.companies),
    document: kind.document,
    tags: kind.tags,
    people,
    requester: pick(random, REQUESTERS),
    createdAt,
    ...(outcome < 60 ? { deadline: lastSecondOf(new Date(createdAt.getTime() + 30 * DAY_MS)) } : {}),
    acts: [],
  };
  const acts = actsOf(random, planned);
  const first = acts[0]?.at ?? createdAt;
  if (outcome < REFUSED)
    return {
      ...planned,
      acts: upTo(today, [{ at: first, by: signer, does: 'refuses', reason: pick(random, REFUSALS) }]),
    };
  if (outcome < REFUSED + EXPIRED) {
    const deadline = lastSecondOf(new Date(createdAt.getTime() + (8 + Math.floor(random() * 8)) * DAY_MS));
    const opened: YearAct[] = random() < 0.5 ? [{ at: first, by: signer, does: 'opens' }] : [];
    return {
      ...planned,
      deadline,
      acts: upTo(
        today,
        opened.filter(({ at }) => at < deadline),
      ),
    };
  }
  if (outcome < REFUSED + EXPIRED + CANCELLED) {
    const at = atWork(new Date(createdAt.getTime() + (2 + random() * 40) * HOUR_MS));
    const cancelled = { at, reason: pick(random, CANCELLATIONS) };
    return at < today ? { ...planned, cancelled } : planned;
  }
  return { ...planned, acts: upTo(today, acts) };
}

/** Everyone signs, in their order, most within a day or two, some after a week. */
function actsOf(random: () => number, { people, createdAt }: YearProcess): YearAct[] {
  let at = createdAt;
  return people.map(({ who }) => {
    const slow = random() < 0.12 ? 6 * DAY_MS : 0;
    at = sittingOf(who, atWork(new Date(at.getTime() + (0.3 + random() * random() * 40) * HOUR_MS + slow)));
    return { at, by: who, does: 'signs' as const };
  });
}

const upTo = (today: Date, acts: readonly YearAct[]): YearAct[] =>
  acts.filter(({ at }) => at.getTime() < today.getTime() - HOUR_MS);
