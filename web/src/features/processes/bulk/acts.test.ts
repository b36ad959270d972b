import { MAX_CHOSEN_TAGS } from '@lacre/contracts/limits';
import { expect, it } from 'vitest';

import { splitFor } from './acts.ts';

const tag = (name: string) => ({ tagId: name, name });
const process = (
  name: string,
  status: 'waiting' | 'finished' | 'rejected' | 'canceled',
  document: 'pending' | 'completed' | 'sealed' | 'canceled',
  tags: string[] = [],
) => ({
  name,
  status,
  documents: [{ documentId: '1', name: 'a.pdf', status: document }],
  tags: tags.map(tag),
});
const waiting = process('à espera', 'waiting', 'pending');
const sealing = process('selando', 'waiting', 'completed', ['Urgente']);
const finished = process('fim', 'finished', 'sealed');
const all = [waiting, sealing, finished];
const names = (map: ReadonlyMap<string, { name: string }[]>) =>
  [...map].map(([why, processes]) => [why, processes.map(({ name }) => name)]);

it.each(['remind', 'cancel'] as const)(
  '%s: takes what waits for a signature, and says why not of the others',
  (act) => {
    const { taken, left } = splitFor(act, all);
    expect(taken).toEqual([waiting]);
    expect(names(left)).toEqual([
      ['já tem todas as assinaturas', ['selando']],
      ['já finalizado', ['fim']],
    ]);
  },
);

it('tag: takes what has not all of them yet, and has room', () => {
  const full = process(
    'cheio',
    'waiting',
    'pending',
    Array.from({ length: MAX_CHOSEN_TAGS }, (_, n) => `t${n}`),
  );
  const { taken, left } = splitFor('tag', [...all, full], [tag('Urgente')]);
  expect(taken).toEqual([waiting, finished]);
  expect(names(left)).toEqual([
    ['já tem a etiqueta', ['selando']],
    [`passaria de ${MAX_CHOSEN_TAGS} etiquetas`, ['cheio']],
  ]);
  expect(splitFor('tag', all).taken).toEqual(all);
});
