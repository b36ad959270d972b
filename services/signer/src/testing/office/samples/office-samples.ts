import { docxFile } from './docx-file.ts';
import { DOCX_LAYOUT_SAMPLES } from './docx-layout-samples.ts';
import { DOCX_TEXT_SAMPLES } from './docx-text-samples.ts';
import { odtOf } from './odt-file.ts';
import { ODT_SAMPLES } from './odt-samples.ts';
import { bothForms, type OfficeSample } from './office-sample.ts';

const DOCX_SAMPLES = { ...DOCX_TEXT_SAMPLES, ...DOCX_LAYOUT_SAMPLES };
/** Features that are also tried in Word's binary format. */
const AS_DOC = new Set([
  'células mescladas',
  'cabeçalho e rodapé com páginas',
  'rodapé de nota',
  'cláusulas numeradas',
  'figura no texto',
  'duas colunas',
  'seção em paisagem',
  'realces de caractere',
]);

const docx = Object.entries(DOCX_SAMPLES).map(([name, parts]): OfficeSample => {
  const { whole, damaged } = bothForms(parts, docxFile);
  return { name, type: 'docx', source: 'docx', whole, damaged };
});
const odt = Object.entries(ODT_SAMPLES).map(([name, parts]): OfficeSample => {
  const { whole, damaged } = bothForms(parts, odtOf);
  return { name, type: 'odt', source: 'odt', whole, damaged };
});
const doc = docx
  .filter(({ name }) => AS_DOC.has(name))
  .map(({ name, source, whole, damaged }): OfficeSample => ({ name, type: 'doc', source, whole, damaged }));

/** Documents of one feature of Word or Writer each. */
export const OFFICE_SAMPLES: readonly OfficeSample[] = [...docx, ...odt, ...doc];
