import { cpfOf } from '@lacre/contracts/testing';
import { describe, expect, it } from 'vitest';

import { COLUMNS } from './columns.ts';
import { readPersonRows } from './rows.ts';

const ALONE = { sharedContacts: false };
const readBytes = (bytes: Buffer, sharing = ALONE) => {
  const { values: _values, ...rest } = readPersonRows(bytes, sharing);
  return rest;
};
const read = (text: string, encoding: BufferEncoding = 'utf8') => readBytes(Buffer.from(text, encoding));
const [ana, rui] = [cpfOf(1), cpfOf(2)];
const formatted = (cpf: string) => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
const people = [
  { line: 2, cpf: ana, fields: { name: 'Ana Conceição', email: 'ana@exemplo.com.br' } },
  { line: 3, cpf: rui, fields: { name: 'Rui', email: 'rui@exemplo.com.br' } },
];
const plain = `cpf,nome,email\n${ana},Ana Conceição,ana@exemplo.com.br\n${rui},Rui,rui@exemplo.com.br\n`;

describe('a file of persons', () => {
  it.each([
    ['with commas', plain],
    ['with semicolons', plain.replaceAll(',', ';')],
    ['with tabs', plain.replaceAll(',', '\t')],
    ['with CR LF', plain.replaceAll('\n', '\r\n')],
    ['without a last line end', plain.trimEnd()],
    ['with a mark at its beginning', `\ufeff${plain}`],
    ['with headers in English, in any case', plain.replace('cpf,nome,email', 'CPF, Name ,E-mail')],
    ['with quoted cells', plain.replace('Ana Conceição', '"Ana Conceição"').replace(rui, `"${rui}"`)],
    ['with empty cells beyond the last', plain.replace(/(?<=.)\n/g, ',\n').replace('email,', 'email,rg')],
    ['with formatted CPFs and blanks', plain.replace(ana, ` ${formatted(ana)} `)],
  ])('is read %s', (_case, text) => {
    expect(read(text)).toEqual({ total: 2, rows: people, errors: [] });
  });

  it('is read in Windows-1252 and in UTF-16 as well', () => {
    expect(read(plain, 'latin1').rows).toEqual(people);
    expect(read(`\ufeff${plain}`, 'utf16le').rows).toEqual(people);
    expect(readBytes(Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()).rows).toEqual(people);
  });

  it('leaves empty lines out and still knows where each row stands', () => {
    const rows = `cpf;nome;email\n\n${ana};Ana;ana@exemplo.com.br\n;;\n${rui};Rui;errado\n`;
    const { rows: found, errors } = read(rows);
    expect(found.map(({ line }) => line)).toEqual([3]);
    expect(errors).toEqual([{ line: 5, field: 'email', message: 'Email inválido' }]);
  });

  it('speaks of columns by the names that people write', () => {
    const { errors } = read(`cpf;signo\n${ana};touro\n`);
    expect(errors.map(({ field, message }) => [field, message])).toEqual([
      [
        '',
        expect.stringMatching(
          /^Coluna desconhecida: "signo"\. As conhecidas são: CPF, Nome, Email, .*, País$/,
        ),
      ],
      ['name', 'Falta esta coluna'],
      ['email', 'Falta esta coluna'],
    ]);
  });

  it('has a name for each column that no other has', () => {
    const columnsOf = (name: string) => COLUMNS.filter(({ names }) => names.includes(name));
    for (const column of COLUMNS) for (const name of column.names) expect(columnsOf(name)).toEqual([column]);
  });

  it('names a row by its first line when a cell has several', () => {
    const { errors } = read(`cpf;nome;email\n${ana};"Ana\nMaria\nLima";ana@exemplo.com.br\n`);
    expect(errors.map(({ line, field }) => [line, field])).toEqual([[2, 'name']]);
  });

  it('fills every field from Portuguese headers', () => {
    const header =
      'CPF;Nome completo;E-mail;Outros e-mails;Celular;Telefone;Data de Nascimento;Sexo;Estado civil;Nacionalidade;RG;' +
      'PIS/PASEP;CTPS;Nome do pai;Nome da mãe;CEP;Logradouro;Número;Complemento;Bairro;Cidade;UF;País';
    const row =
      `${formatted(ana)};Ana Lima;Ana@Exemplo.com.br;a@x.com, b@x.com;(11) 98888-7777;11 3333-4444;7/9/1980;Feminino;` +
      'União Estável;brasileira;12.345.678-9;120.54789.01-4;123 série 1;José;Maria;1310200;Avenida Paulista;1578;' +
      'Apto 1;Bela Vista;São Paulo;SP;Brasil';
    expect(read(`${header}\n${row}`)).toEqual({
      total: 1,
      errors: [],
      rows: [
        {
          line: 2,
          cpf: ana,
          fields: {
            name: 'Ana Lima',
            email: 'ana@exemplo.com.br',
            emails: ['a@x.com', 'b@x.com'],
            cellphoneNumber: '11988887777',
            phoneNumber: '1133334444',
            birthday: '1980-09-07',
            gender: 'female',
            maritalStatus: 'stableUnion',
            nationality: 'brasileira',
            rg: '12.345.678-9',
            pis: '12054789014',
            ctps: '123 série 1',
            fatherName: 'José',
            motherName: 'Maria',
            zip: '01310200',
            address: 'Avenida Paulista',
            number: '1578',
            addressDetails: 'Apto 1',
            district: 'Bela Vista',
            city: 'São Paulo',
            state: 'SP',
            country: 'Brasil',
          },
        },
      ],
    });
  });

  it('gives CPFs back the zeros that a spreadsheet dropped', () => {
    const cpf = '00000000191';
    expect(read(`cpf,nome,email\n191,Ana,a@x.com\n`).errors).toMatchObject([{ line: 2, field: 'cpf' }]);
    expect(read(`cpf,nome,email\n${cpf.slice(3)},Ana,a@x.com\n`).rows).toMatchObject([{ cpf }]);
  });
});

describe('what is wrong is named, with its line:', () => {
  const body = `\n${ana},Ana,ana@exemplo.com.br`;
  it.each([
    ['nothing', '', [[1, '']]],
    ['a header alone', 'cpf,nome,email', [[1, '']]],
    ['an unknown column', `cpf,nome,email,signo${body},x`, [[1, '']]],
    ['a column twice', `cpf,nome,e-mail,email${body},x`, [[1, 'email']]],
    [
      'missing columns',
      `rg\n123`,
      [
        [1, 'cpf'],
        [1, 'name'],
        [1, 'email'],
      ],
    ],
    ['a row with too many cells', `cpf,nome,email${body},x`, [[2, '']]],
    ['quotes that do not close', `cpf,nome,email\n"${ana},Ana,ana@exemplo.com.br`, [[2, '']]],
    [
      'every bad field of every row',
      `cpf,nome,email,sexo${body},\n123,,sem arroba,talvez`,
      [
        [3, 'cpf'],
        [3, 'name'],
        [3, 'email'],
        [3, 'gender'],
      ],
    ],
    [
      'a CPF and an email that stand twice',
      `cpf,nome,email${body}${body}`,
      [
        [3, 'cpf'],
        [3, 'email'],
      ],
    ],
    [
      'a mobile that stands twice, in two formats',
      `cpf,nome,email,celular${body},11988887777\n${rui},Rui,rui@exemplo.com.br,(11) 98888-7777`,
      [[3, 'cellphoneNumber']],
    ],
    ['a landline given as a mobile', `cpf,nome,email,celular${body},1133334444`, [[2, 'cellphoneNumber']]],
    [
      'every fault of a row, repeated values included',
      `cpf,nome,email${body}\n${ana},,ana@exemplo.com.br`,
      [
        [3, 'name'],
        [3, 'cpf'],
        [3, 'email'],
      ],
    ],
    ['more rows than a file may have', `cpf,nome,email${body.repeat(1001)}`, [[1, '']]],
  ])('%s', (_case, text, expected) => {
    const { errors } = read(text);
    expect(errors.map(({ line, field }) => [line, field])).toEqual(expected);
    for (const { message } of errors) expect(message).toMatch(/\p{L}{3}/u);
  });

  it('an image', () => {
    expect(readBytes(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')).errors).not.toEqual([]);
  });

  it('every further email that stands elsewhere in the file, by its name', () => {
    const text =
      `cpf;nome;email;outros emails\n${ana};Ana;ana@x.com;ANA@x.com, a@x.com, a@x.com, a@x.com\n` +
      `${rui};Rui;a@x.com;semarroba, ana@x.com, rui@x.com`;
    const { errors } = read(text);
    expect(errors.filter(({ message }) => !message.includes('inválido'))).toEqual([
      { line: 2, field: 'emails', message: 'O email ana@x.com aparece mais de uma vez nesta linha' },
      { line: 2, field: 'emails', message: 'O email a@x.com aparece mais de uma vez nesta linha' },
      { line: 3, field: 'email', message: 'Este email já aparece na linha 2' },
      { line: 3, field: 'emails', message: 'O email ana@x.com já aparece na linha 2' },
    ]);
    expect(readBytes(Buffer.from(text), { sharedContacts: true }).errors.map(({ line }) => line)).toEqual([
      2, 2, 3,
    ]);
  });

  it('a CPF that stands twice, where the tenant lets persons share contacts', () => {
    const text = `cpf,nome,email${body}${body}`;
    const { errors } = readBytes(Buffer.from(text), { sharedContacts: true });
    expect(errors).toEqual([{ line: 3, field: 'cpf', message: 'Este CPF já aparece na linha 2' }]);
  });
});
