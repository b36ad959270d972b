/** The columns a file may have, as people write them; the first three are needed. */
const COLUMNS = [
  'CPF',
  'Nome',
  'Email',
  'Celular',
  'Telefone',
  'Outros emails',
  'Nascimento',
  'Gênero',
  'Estado civil',
  'Nacionalidade',
  'RG',
  'PIS',
  'CTPS',
  'Nome do pai',
  'Nome da mãe',
  'CEP',
  'Endereço',
  'Número',
  'Complemento',
  'Bairro',
  'Cidade',
  'Estado',
  'País',
] as const;

const EXAMPLE: Partial<Record<(typeof COLUMNS)[number], string>> = {
  CPF: '529.982.247-25',
  Nome: 'Maria da Silva (exemplo: apague esta linha)',
  Email: 'maria@exemplo.com.br',
  Celular: '(11) 98765-4321',
  Nascimento: '31/12/1980',
  Gênero: 'feminino',
  'Estado civil': 'casada',
  Cidade: 'São Paulo',
  Estado: 'SP',
};

/** Spreadsheets in Brazil part cells by semicolons, and need the mark to read accents (RFC 4180 leaves both open). */
export function csvTemplate(): Blob {
  const rows = [COLUMNS, COLUMNS.map((column) => EXAMPLE[column] ?? '')];
  const text = rows.map((cells) => cells.join(';')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
