import { cpfFrom } from '@lacre/contracts';

/** Numbers that are the same in each run. Mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** None of them is real. */
const NAMES = {
  employees: [
    'Adailton Pereira',
    'Benedita Rocha',
    'Cícero Alencar',
    'Damião Farias',
    'Edivaldo Moura',
    'Francisca Teixeira',
    'Genival Bastos',
    'Hilda Sampaio',
    'Ismael Cordeiro',
    'Jucélia Vasques',
    'Laércio Pinheiro',
    'Marlene Siqueira',
  ],
  contractors: [
    'Nivaldo Brandão',
    'Odete Macedo',
    'Paulo Sérgio Lacerda',
    'Quitéria Bezerra',
    'Roque Damasceno',
    'Sueli Tavares',
    'Tarcísio Nogueira',
    'Valdir Amorim',
  ],
  buyers: [
    'Alice Montenegro',
    'Bruno Vilar',
    'Clarice Antunes',
    'Diego Sarmento',
    'Eunice Caldas',
    'Fábio Rezende',
    'Glória Peixoto',
    'Henrique Valadares',
    'Iara Guimarães',
    'Jonas Figueira',
    'Kátia Proença',
    'Leandro Bueno',
  ],
} as const;
export type PersonSort = keyof typeof NAMES;

export interface YearPerson {
  cpf: string;
  name: string;
  email: string;
}

const addressOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@exemplo.com.br`;

/** Those whom the company asks to sign in the course of the year, beside those of today. */
export const YEAR_PEOPLE = Object.fromEntries(
  (Object.keys(NAMES) as PersonSort[]).map((sort, block) => [
    sort,
    NAMES[sort].map((name, index): YearPerson => ({
      cpf: cpfFrom(String(301_500_000 + block * 10_000 + index * 137)),
      name,
      email: addressOf(name),
    })),
  ]),
) as Record<PersonSort, YearPerson[]>;
