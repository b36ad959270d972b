import { describe, expect, it } from 'vitest';

import { NamesOfFolder, safeName } from './entry-name.ts';

const safe = (name: string) => safeName(name, { maxBytes: 60, extension: '.pdf' });

it.each([
  ['Contrato de prestação.pdf', 'Contrato de prestação.pdf'],
  ['a\u0303 composto.pdf', 'ã composto.pdf'],
  ['../../etc/passwd.pdf', '_.._etc_passwd.pdf'],
  ['..\\..\\windows.pdf', '_.._windows.pdf'],
  ['/absoluto.pdf', '_absoluto.pdf'],
  ['C:\\temp.pdf', 'C__temp.pdf'],
  ['..pdf', '_.pdf'],
  ['.....pdf', '_.pdf'],
  ['.oculto.pdf', 'oculto.pdf'],
  ['fim. .pdf', 'fim.pdf'],
  ['a<b>c:d"e|f?g*h.pdf', 'a_b_c_d_e_f_g_h.pdf'],
  ['linha\r\nnova\0.pdf', 'linha nova.pdf'],
  ['fatura\u202Efdp.exe.pdf', 'faturafdp.exe.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['nul.contrato.pdf', '_nul.contrato.pdf'],
  ['com¹.pdf', '_com¹.pdf'],
  ['lpt9.pdf', '_lpt9.pdf'],
  ['Conselho.pdf', 'Conselho.pdf'],
  ['com10.pdf', 'com10.pdf'],
  ['.pdf', '_.pdf'],
])('writes %j as %j', (name, expected) => {
  expect(safe(name)).toBe(expected);
});

it('takes whatever is thrown at it for one component that is no parent, no device and short enough', () => {
  const pieces = [
    '..',
    '/',
    '\\',
    ':',
    'CON',
    '.',
    ' ',
    '\0',
    '\u202E',
    'é',
    '👩🏽‍⚖️',
    'a'.repeat(30),
    '.pdf',
    'nul',
    '¹',
  ];
  let seed = 42;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
  for (let round = 0; round < 5000; round += 1) {
    const name = Array.from({ length: next() % 9 }, () => pieces[next() % pieces.length]).join('');
    const written = safe(name);
    expect(written, name).toMatch(/^[^/\\:*?"<>|\p{C}\s.][^/\\:*?"<>|\p{Cc}]*\.pdf$/u);
    expect(written, name).not.toMatch(/^(?:con|nul)\./i);
    expect(written, name).not.toMatch(/[. ]\.pdf$/);
    expect(Buffer.byteLength(written), name).toBeLessThanOrEqual(60);
    expect(written.isWellFormed(), name).toBe(true);
  }
});

it('cuts between characters as people see them, and keeps the extension', () => {
  const written = safeName(`${'🇧🇷'.repeat(20)}.pdf`, { maxBytes: 40, extension: '.pdf' });
  expect(written).toBe(`${'🇧🇷'.repeat(4)}.pdf`);
  expect(safeName('ç'.repeat(50), { maxBytes: 21 })).toBe('ç'.repeat(10));
});

describe('names of a folder', () => {
  const limits = { maxBytes: 30, extension: '.pdf' };

  it('are made unique by a number, compared without case and composition as file systems do', () => {
    const names = new NamesOfFolder('LEIA-ME.txt');
    const asked = [
      'Contrato.pdf',
      'CONTRATO.pdf',
      'contrato.pdf',
      'ação.pdf',
      'ac\u0327a\u0303o.pdf',
      'a/b.pdf',
      'a:b.pdf',
    ];
    expect(asked.map((name) => names.take(name, limits))).toEqual([
      'Contrato.pdf',
      'CONTRATO (2).pdf',
      'contrato (3).pdf',
      'ação.pdf',
      'ação (2).pdf',
      'a_b.pdf',
      'a_b (2).pdf',
    ]);
    expect(names.take('leia-me.txt', { maxBytes: 80 })).toBe('leia-me.txt (2)');
  });

  it('do not collide with a number in a given name', () => {
    const names = new NamesOfFolder();
    expect(['a (2).pdf', 'a.pdf', 'a.pdf'].map((name) => names.take(name, limits))).toEqual([
      'a (2).pdf',
      'a.pdf',
      'a (3).pdf',
    ]);
  });

  it('stay within their length with the number', () => {
    const names = new NamesOfFolder();
    const long = `${'a'.repeat(100)}.pdf`;
    const taken = Array.from({ length: 12 }, () => names.take(long, limits));
    expect(new Set(taken).size).toBe(12);
    for (const name of taken) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(30);
    expect(taken.at(-1)).toBe(`${'a'.repeat(21)} (12).pdf`);
  });
});
