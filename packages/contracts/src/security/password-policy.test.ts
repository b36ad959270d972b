import { describe, expect, it } from 'vitest';

import { passwordFaults } from './password-policy.ts';

const ana = { email: 'ana.souza@exemplo.com.br', name: 'Ana Souza' };

describe('a password', () => {
  it.each(['correta-senha', 'uma frase só minha', 'Kd9#xx2!q', '12345678 dias', 'ana gosta de mate'])(
    'like %j will do',
    (password) => {
      expect(passwordFaults(password, ana)).toEqual([]);
    },
  );

  it.each([
    ['1234567', /ao menos 8/],
    ['', /ao menos 8/],
    ['x'.repeat(129), /no máximo 128/],
    ['12345678', /mais usadas/],
    ['87654321', /mais usadas/],
    ['21041980', /mais usadas/],
    ['password', /mais usadas/],
    ['Senha123!', /mais usadas/],
    ['Flamengo10', /mais usadas/],
    ['qwertyuiop', /mais usadas/],
    ['aaaaaaaaaa', /mais usadas/],
    ['abcabcabc', /mais usadas/],
    ['ana.souza@exemplo.com.br', /email/],
    ['Ana.Souza', /email/],
    ['anasouza2026', /email/],
  ])('like %j will not, and says why', (password, why) => {
    expect(passwordFaults(password, ana).join()).toMatch(why);
  });

  it('gets all its faults at once', () => {
    expect(passwordFaults('ana', { email: 'ana@exemplo.com.br' })).toHaveLength(1);
    expect(passwordFaults('maria', { name: 'Maria' })).toHaveLength(2);
  });
});
