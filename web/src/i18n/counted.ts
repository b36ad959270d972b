import { plural } from '@/lib/format/format.ts';
import { translationOf } from '@/lib/language/language.ts';

import { filled, type Text } from './say.ts';

/** What is counted: 'documento', where `{0} documento` is a text. */
type Counted = Text extends infer Said ? (Said extends `{0} ${infer One}` ? One : never) : never;

/** `counted(2, 'documento')` is "2 documentos", or what the language that is shown makes of it. */
export function counted(count: number, one: Counted, many = `${one}s`): string {
  const other = translationOf(`{0} ${one}`);
  return other === undefined ? plural(count, one, many) : filled(other, [count]);
}
