/** What the objects of a file are called in the technical report. Names of the PDF format stay as they are. */
const OBJECTS: Readonly<Record<string, string>> = {
  catalog: 'raiz do documento',
  form: 'formulário',
  'security store': 'repositório de dados de validação',
  'list of annotations': 'lista de anotações',
  'document information': 'informações do documento',
  array: 'lista',
  value: 'valor',
};

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^page (\d+)$/, 'página $1'],
  [/^field (.+)$/, 'campo $1'],
  [/^document-time-stamp of (.+)$/, 'carimbo do tempo do campo $1'],
  [/^signature of (.+)$/, 'assinatura do campo $1'],
  [/^stream \((.+)\)$/, 'conteúdo ($1)'],
  [/^stream$/, 'conteúdo'],
  [/^dictionary \((.+)\)$/, 'dicionário ($1)'],
  [/^dictionary$/, 'dicionário'],
];

/** An object as the reader of a report finds it named. */
export function objectText(what: string): string {
  const pattern = PATTERNS.find(([expression]) => expression.test(what));
  return OBJECTS[what] ?? (pattern ? what.replace(pattern[0], pattern[1]) : what);
}

/** Why a change after the seal is allowed, by the rule's name. */
const RULES: Readonly<Record<string, string>> = {
  'cross-reference-stream': 'índice do arquivo',
  'object-stream': 'agrupamento de objetos',
  'same-value': 'sem mudança de conteúdo',
  'security-store': 'dados de validação',
  'time-stamp-field': 'campo do carimbo do tempo',
  'time-stamp-extras': 'parte do carimbo do tempo',
  'signature-object': 'assinatura',
  'signed-field': 'campo da assinatura',
  catalog: 'raiz, para a assinatura ou as provas',
  'catalog-version': 'versão do formato',
  metadata: 'metadados',
  form: 'formulário, para a assinatura',
  'field-list': 'lista de campos, para a assinatura',
  'page-annotations': 'página, para a assinatura',
  'annotation-list': 'lista de anotações, para a assinatura',
  'document-information': 'informações do documento',
  'unreached-form': 'desenho vazio que nada usa',
};

export const ruleText = (rule: string | null): string | null =>
  rule === null ? null : (RULES[rule] ?? rule);
