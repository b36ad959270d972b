/** Columns of a file of persons: the field each fills, the names it goes by in headers, how its cells are read. */

export interface Column {
  field: string;
  /** The name it is spoken of by. */
  header: string;
  /** As `headerKey` gives them. */
  names: readonly string[];
  read?: (cell: string) => unknown;
}

/** Without accents, case and punctuation: `Data de nascimento` → `datadenascimento`. */
const headerKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '');

/** A cell by what it says, in any spelling; as it is when nobody knows it, for the field's own rule to refuse. */
const choice = (meanings: Readonly<Record<string, readonly string[]>>) => {
  const known = new Map(
    Object.entries(meanings).flatMap(([value, names]) =>
      [value, ...names].map((name) => [headerKey(name), value]),
    ),
  );
  return (cell: string): string => known.get(headerKey(cell)) ?? cell;
};

/** `31/12/1980` and `31-12-1980` → `1980-12-31`. */
const readDate = (cell: string): string =>
  cell.replace(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );

/** Spreadsheets take identifiers for numbers and drop the zeros they begin with; check digits tell whether that is so. */
const zerosBefore = (length: number, most: number) => (cell: string) =>
  /^\d+$/.test(cell) && cell.length >= length - most ? cell.padStart(length, '0') : cell;

const readList = (cell: string): string[] => cell.split(/[\s,;|]+/).filter((part) => part !== '');

const column = (field: string, header: string, names: readonly string[], read?: Column['read']): Column => ({
  field,
  header,
  names: [field, header, ...names].map(headerKey),
  ...(read === undefined ? {} : { read }),
});

export const COLUMNS: readonly Column[] = [
  column('cpf', 'CPF', ['CPF/MF'], zerosBefore(11, 3)),
  column('name', 'Nome', ['nome completo', 'full name']),
  column('email', 'Email', ['email principal', 'e-mail principal']),
  column('emails', 'Outros emails', ['other emails'], readList),
  column('cellphoneNumber', 'Celular', ['telefone celular', 'cellphone', 'mobile']),
  column('phoneNumber', 'Telefone', ['telefone fixo', 'phone']),
  column('birthday', 'Nascimento', ['data de nascimento', 'data nascimento', 'birth date'], readDate),
  column(
    'gender',
    'Gênero',
    ['sexo'],
    choice({ male: ['masculino', 'homem', 'm'], female: ['feminino', 'mulher', 'f'], other: ['outro', 'o'] }),
  ),
  column(
    'maritalStatus',
    'Estado civil',
    [],
    choice({
      single: ['solteiro', 'solteira', 'solteiro(a)'],
      married: ['casado', 'casada', 'casado(a)'],
      divorced: ['divorciado', 'divorciada', 'divorciado(a)'],
      widower: ['viúvo', 'viúva', 'viúvo(a)', 'widowed', 'widow'],
      stableUnion: ['união estável'],
    }),
  ),
  column('nationality', 'Nacionalidade', []),
  column('rg', 'RG', ['identidade']),
  column('pis', 'PIS', ['pis/pasep', 'nis', 'nit'], zerosBefore(11, 3)),
  column('ctps', 'CTPS', ['carteira de trabalho']),
  column('fatherName', 'Nome do pai', ['pai']),
  column('motherName', 'Nome da mãe', ['mãe']),
  column('zip', 'CEP', ['zip code'], zerosBefore(8, 1)),
  column('address', 'Endereço', ['logradouro', 'rua']),
  column('number', 'Número', ['nº', 'n']),
  column('addressDetails', 'Complemento', []),
  column('district', 'Bairro', []),
  column('city', 'Cidade', ['município']),
  column('state', 'Estado', ['uf']),
  column('country', 'País', []),
];

/** Without these no person can be registered. */
export const REQUIRED_FIELDS = ['cpf', 'name', 'email'] as const;

const byName = new Map(COLUMNS.flatMap((each) => each.names.map((name) => [name, each])));

export const columnNamed = (header: string): Column | undefined => byName.get(headerKey(header));
