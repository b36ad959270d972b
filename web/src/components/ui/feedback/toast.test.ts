import { beforeEach, expect, test } from 'vitest';

import { toast, toastStore } from './toast.ts';

const titles = () => toastStore.snapshot().map(({ title }) => title);
beforeEach(() => {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
});

test('a message that is shown already is shown once, as the newest', () => {
  toast.success('Link copiado');
  toast.success('Rascunho salvo');
  const [first] = toastStore.snapshot();
  toast.success('Link copiado');
  expect(titles()).toEqual(['Rascunho salvo', 'Link copiado']);
  // Of its own, so that it is announced again and stays as long as the first did.
  expect(toastStore.snapshot().at(-1)?.id).not.toBe(first?.id);
});

test('messages of one title that say different things are all shown', () => {
  toast.error('Não foi possível enviar', { description: 'contrato.pdf' });
  toast.error('Não foi possível enviar', { description: 'recibo.pdf' });
  expect(titles()).toHaveLength(2);
});

test('of many the newest three are shown', () => {
  for (const number of [1, 2, 3, 4]) toast.info(`Aviso ${number}`);
  expect(titles()).toEqual(['Aviso 2', 'Aviso 3', 'Aviso 4']);
});
