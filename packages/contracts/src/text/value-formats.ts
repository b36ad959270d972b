import {
  formatCnpj,
  formatCpf,
  formatPhone,
  hasAreaCode,
  formatPlate,
  formatZip,
  isValidCnpj,
  isValidCpf,
  isValidPlate,
  stripPhone,
  stripZip,
} from '../brazil/index.ts';

export interface ValueFormat {
  /** In words, for those who write templates. */
  label: string;
  /** Whether a typed text is one. */
  isValid: (text: string) => boolean;
  /** As a document writes it. */
  format: (text: string) => string;
  whenInvalid: string;
}

/** What a typed value of a template may be held to, by what stands after the colon: `{{veiculo:placa}}`. */
export const VALUE_FORMATS = {
  cpf: { label: 'CPF', isValid: isValidCpf, format: formatCpf, whenInvalid: 'CPF inválido' },
  cnpj: { label: 'CNPJ', isValid: isValidCnpj, format: formatCnpj, whenInvalid: 'CNPJ inválido' },
  placa: {
    label: 'Placa de veículo',
    isValid: isValidPlate,
    format: formatPlate,
    whenInvalid: 'Placa inválida: use ABC1234 ou ABC1D23',
  },
  cep: {
    label: 'CEP',
    isValid: (text) => stripZip(text) !== null,
    format: formatZip,
    whenInvalid: 'CEP inválido',
  },
  telefone: {
    label: 'Telefone',
    isValid: (text) => hasAreaCode(stripPhone(text) ?? ''),
    format: formatPhone,
    whenInvalid: 'Telefone inválido',
  },
  simnao: {
    label: 'Sim ou não',
    isValid: (text) => /^(?:sim|n[ãa]o)$/iu.test(text.normalize('NFC')),
    format: (text) => (text.toLowerCase() === 'sim' ? 'sim' : 'não'),
    whenInvalid: 'Responda sim ou não',
  },
} as const satisfies Record<string, ValueFormat>;
export type ValueFormatName = keyof typeof VALUE_FORMATS;

export const isValueFormat = (name: string): name is ValueFormatName => Object.hasOwn(VALUE_FORMATS, name);

/** The format of a placeholder that is typed: `placa` of `veiculo:placa`; undefined for any text. */
export function valueFormatOf(placeholder: string): ValueFormatName | undefined {
  const name = placeholder.slice(placeholder.indexOf(':') + 1);
  return placeholder.includes(':') && isValueFormat(name) ? name : undefined;
}
