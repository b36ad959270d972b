import { readFileSync } from 'node:fs';

import { fileFault } from './forms.ts';
import type { Setting } from './setting.ts';

/** A variable and what is wrong with it, for people. */
export interface SettingFault {
  name: string;
  words: string;
}

export interface Given {
  /** By the names of settings, from the environment or from the file that it names; none is empty. */
  values: ReadonlyMap<string, string>;
  faults: SettingFault[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Beyond this a file is none of ours, bytes. */
const LONGEST_SECRET = 1024 * 1024;

/**
 * What is given to settings: an empty variable is an absent one, and a secret may lie in the file that `NAME_FILE`
 * names, less one line break at its end.
 */
export function givenValues(variables: Variables, settings: ReadonlyMap<string, Setting>): Given {
  const values = new Map<string, string>();
  const faults: SettingFault[] = [];
  for (const [name, { isSecret = false }] of settings) {
    const [value = '', path = ''] = [variables[name], variables[`${name}_FILE`]];
    if (value !== '') values.set(name, value);
    if (path === '') continue;
    const read = isSecret
      ? secretIn(path)
      : { fault: `só segredos são lidos de arquivos, e ${name} não é um` };
    if (value !== '') faults.push({ name, words: `${name} e ${name}_FILE se excluem: defina uma só` });
    else if ('fault' in read) faults.push({ name: `${name}_FILE`, words: read.fault });
    else values.set(name, read.text);
  }
  return { values, faults };
}

/** What now stands in the file that gives a secret; undefined where none gives it, or where it cannot be read. */
export function secretNow(name: string, variables: Variables = process.env): string | undefined {
  const path = variables[`${name}_FILE`] ?? '';
  const read = path === '' ? { fault: '' } : secretIn(path);
  return 'text' in read ? read.text : undefined;
}

function secretIn(path: string): { text: string } | { fault: string } {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > LONGEST_SECRET) return { fault: `o arquivo ${path} é grande demais` };
    const text = bytes.toString('utf8').replace(/\r?\n$/, '');
    return text === '' ? { fault: `o arquivo ${path} está vazio` } : { text };
  } catch (error) {
    return { fault: fileFault(path, error) };
  }
}
