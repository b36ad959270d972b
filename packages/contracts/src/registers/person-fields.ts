import { ADDRESS_FIELDS } from './address-fields.ts';
import {
  entriesOf,
  namesWith,
  type Field,
  type FieldTable,
  type NamesWith,
  type PlaceholderOf,
} from './field.ts';

/** Everything that is registered of a person. All of it is personal data. */
export const PERSON_FIELDS = {
  cpf: {
    kind: 'cpf',
    label: 'CPF',
    named: 'o CPF',
    required: true,
    fixed: true,
    section: 'identity',
    aliases: ['CPF/MF'],
    placeholder: 'cpf',
    example: '52998224725',
    searched: true,
    evidence: 'committed',
  },
  birthday: {
    kind: 'birthday',
    label: 'Nascimento',
    named: 'a data de nascimento',
    section: 'identity',
    aliases: ['data de nascimento', 'data nascimento', 'birth date'],
    placeholder: 'nascimento',
    example: '1988-04-23',
  },
  name: {
    kind: 'line',
    isName: true,
    label: 'Nome',
    formLabel: 'Nome completo',
    named: 'o nome',
    required: true,
    section: 'identity',
    columns: 6,
    aliases: ['nome completo', 'full name'],
    placeholder: 'nome',
    example: 'Ana Souza Lima',
    searched: true,
    evidence: 'stated',
  },
  /** Where requests and codes go. */
  email: {
    kind: 'email',
    label: 'Email',
    named: 'o email',
    required: true,
    section: 'identity',
    columns: 6,
    aliases: ['email principal', 'e-mail principal'],
    placeholder: 'email',
    example: 'ana.souza@exemplo.com.br',
    searched: true,
    evidence: 'committed',
  },
  /** Where codes by SMS go. */
  cellphoneNumber: {
    kind: 'mobile',
    label: 'Celular',
    named: 'o celular',
    section: 'identity',
    aliases: ['telefone celular', 'cellphone', 'mobile'],
    placeholder: 'celular',
    example: '41998765432',
    evidence: 'committed',
  },
  phoneNumber: {
    kind: 'phone',
    label: 'Telefone',
    named: 'o telefone',
    section: 'contact',
    aliases: ['telefone fixo', 'phone'],
    placeholder: 'telefone',
    example: '4133224455',
  },
  /** Further addresses. */
  emails: {
    kind: 'emails',
    label: 'Outros emails',
    named: 'os outros emails',
    section: 'contact',
    columns: 6,
    aliases: ['other emails'],
    example: 'ana@horizonte.com.br',
    searched: true,
  },
  /** Of invitations, and of the pages that they lead to. */
  language: {
    kind: 'choice',
    ask: 'Escolha português, inglês ou espanhol',
    choices: [
      { value: 'pt-BR', label: 'Português', aliases: ['portuguese', 'pt'] },
      { value: 'en', label: 'Inglês', aliases: ['english'] },
      { value: 'es', label: 'Espanhol', aliases: ['spanish', 'español'] },
    ],
    label: 'Idioma',
    formLabel: 'Idioma dos convites',
    named: 'o idioma',
    section: 'contact',
    aliases: ['língua', 'language'],
    example: 'en',
  },
  gender: {
    kind: 'choice',
    ask: 'Escolha masculino, feminino ou outro',
    choices: [
      { value: 'female', label: 'Feminino', aliases: ['mulher', 'f'] },
      { value: 'male', label: 'Masculino', aliases: ['homem', 'm'] },
      { value: 'other', label: 'Outro', aliases: ['o'] },
    ],
    label: 'Gênero',
    named: 'o gênero',
    section: 'civil',
    aliases: ['sexo'],
    example: 'female',
  },
  maritalStatus: {
    kind: 'choice',
    ask: 'Escolha o estado civil',
    choices: [
      { value: 'single', label: 'Solteiro(a)', aliases: ['solteiro', 'solteira'] },
      { value: 'married', label: 'Casado(a)', aliases: ['casado', 'casada'] },
      { value: 'divorced', label: 'Divorciado(a)', aliases: ['divorciado', 'divorciada'] },
      { value: 'widower', label: 'Viúvo(a)', aliases: ['viúvo', 'viúva', 'widowed', 'widow'] },
      { value: 'stableUnion', label: 'União estável' },
    ],
    label: 'Estado civil',
    named: 'o estado civil',
    section: 'civil',
    placeholder: 'estadocivil',
    example: 'married',
  },
  nationality: {
    kind: 'line',
    maximum: 60,
    label: 'Nacionalidade',
    named: 'a nacionalidade',
    section: 'civil',
    placeholder: 'nacionalidade',
    example: 'brasileira',
  },
  rg: {
    kind: 'line',
    maximum: 30,
    label: 'RG',
    named: 'o RG',
    section: 'civil',
    aliases: ['identidade'],
    placeholder: 'rg',
    example: '12.345.678-9',
  },
  pis: {
    kind: 'pis',
    label: 'PIS',
    named: 'o PIS',
    section: 'civil',
    aliases: ['pis/pasep', 'nis', 'nit'],
    placeholder: 'pis',
    example: '12056412547',
  },
  ctps: {
    kind: 'line',
    maximum: 30,
    label: 'CTPS',
    named: 'a CTPS',
    section: 'civil',
    aliases: ['carteira de trabalho'],
    placeholder: 'ctps',
    example: '1234567/001',
  },
  motherName: {
    kind: 'line',
    label: 'Nome da mãe',
    named: 'o nome da mãe',
    section: 'civil',
    columns: 6,
    aliases: ['mãe'],
    placeholder: 'mae',
    example: 'Helena Souza',
  },
  fatherName: {
    kind: 'line',
    label: 'Nome do pai',
    named: 'o nome do pai',
    section: 'civil',
    columns: 6,
    aliases: ['pai'],
    placeholder: 'pai',
    example: 'Carlos Souza',
  },
  ...ADDRESS_FIELDS,
} as const satisfies FieldTable;

export type PersonPlaceholder = PlaceholderOf<typeof PERSON_FIELDS>;

/** What of the register is written down in a process when a person is asked to sign, besides their CPF. */
export type InvitedField = Exclude<NamesWith<typeof PERSON_FIELDS, 'evidence'>, 'cpf'>;
export const INVITED_FIELDS: readonly InvitedField[] = namesWith(PERSON_FIELDS, 'evidence').filter(
  (name) => name !== 'cpf',
);

/** What of it the evidence states in plain, besides the name, which stands above the rest. */
export type StatedField = Exclude<NamesWith<typeof PERSON_FIELDS, 'evidence', 'stated'>, 'name'>;
export const STATED_FIELDS: readonly (readonly [name: StatedField, field: Field])[] = entriesOf(
  PERSON_FIELDS,
).flatMap(([name, field]) =>
  field.evidence === 'stated' && name !== 'name' ? [[name as StatedField, field] as const] : [],
);
