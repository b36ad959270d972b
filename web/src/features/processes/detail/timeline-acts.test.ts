import { expect, test } from 'vitest';

import type { TimelineEntry } from '@/entities/process/queries.ts';

import { timelineActs } from './timeline-acts.ts';

const ANA = { kind: 'person', name: 'Ana' } as const;
const RUI = { kind: 'person', name: 'Rui' } as const;
let revision = 0;
const entry = (
  action: TimelineEntry['action'],
  at: string,
  documentId: string | null,
  who: TimelineEntry['who'] = ANA,
  reason: string | null = null,
) =>
  ({ revision: (revision += 1), action, at, documentId, who, personId: who.name, reason }) as TimelineEntry;

const shape = (entries: readonly TimelineEntry[]) =>
  timelineActs(entries).map((act) => [act[0].action, act[0].who.name, act.length]);

test('signing six documents at once is one act, and so is what it completes', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(
    shape([
      entry('created', '2026-11-20T12:00:00Z', null),
      ...six.flatMap((id) => [
        entry('signed', '2026-11-20T13:00:00Z', id),
        entry('document-completed', '2026-11-20T13:00:00Z', id),
      ]),
    ]),
  ).toEqual([
    ['created', 'Ana', 1],
    ['signed', 'Ana', 6],
    ['document-completed', 'Ana', 6],
  ]);
});

test('two people, two moments and two reasons are acts of their own', () => {
  expect(
    shape([
      entry('signed', '2026-11-20T13:00:00Z', 'a'),
      entry('signed', '2026-11-20T13:00:00Z', 'a', RUI),
      entry('signed', '2026-11-20T14:00:00Z', 'b'),
      entry('document-canceled', '2026-11-20T15:00:00Z', 'c', ANA, 'Versão errada'),
      entry('document-canceled', '2026-11-20T15:00:00Z', 'd', ANA, 'Valor errado'),
    ]).length,
  ).toBe(5);
});

test('one document after another, opening and reading are two entries, until another person acts', () => {
  const at = (minute: number) => `2026-11-20T13:0${minute}:00Z`;
  expect(
    shape([
      entry('opened', at(0), 'a'),
      entry('read', at(1), 'a', ANA, 'Viu as 2 páginas.'),
      entry('opened', at(2), 'b'),
      entry('read', at(3), 'b', ANA, 'Viu 1 de 2 páginas e declarou ter lido o documento inteiro.'),
      entry('opened', at(4), 'a', RUI),
      entry('opened', at(5), 'c'),
    ]),
  ).toEqual([
    ['opened', 'Ana', 2],
    ['read', 'Ana', 2],
    ['opened', 'Rui', 1],
    ['opened', 'Ana', 1],
  ]);
});

test('seals that follow one another are one entry until something else happens', () => {
  const system = { kind: 'system', name: null } as const;
  expect(
    shape([
      entry('document-sealed', '2026-11-20T13:00:01Z', 'a', system),
      entry('document-sealed', '2026-11-20T13:00:04Z', 'b', system),
      entry('signed', '2026-11-20T14:00:00Z', 'c'),
      entry('document-sealed', '2026-11-20T14:00:03Z', 'c', system),
    ]),
  ).toEqual([
    ['document-sealed', null, 2],
    ['signed', 'Ana', 1],
    ['document-sealed', null, 1],
  ]);
});
