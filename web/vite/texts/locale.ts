import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isText, nameOf, treeOf, walk, type Node } from './tree.ts';

const FORMATS =
  /^(?:(?:DateTime|Number|List|RelativeTime)Format|Segmenter|PluralRules|Collator|toLocale\w+|localeCompare)$/;

/** The calendar's own words come with it, a file for each locale. */
const CALENDAR = "{ ptBR } from 'react-day-picker/locale/pt-BR'";

/** @throws Error where the calendar has no words in the locale or its language */
function calendarIn(locale: string): string {
  const { language } = new Intl.Locale(locale);
  const known = [locale, language].find((tag) =>
    existsSync(fileURLToPath(import.meta.resolve(`react-day-picker/locale/${tag}`))),
  );
  if (known === undefined) throw new Error(`react-day-picker has no words in ${locale}: name its region too`);
  return `{ ${known.replace('-', '')} as ptBR } from 'react-day-picker/locale/${known}'`;
}

/** The source with its dates, numbers, lists and sorting as another locale has them where it says `pt-BR`. */
export function withLocale(path: string, source: string, locale: string): string {
  const edits: { at: Node; code: string }[] = [];
  walk(treeOf(path, source), (node) => {
    if (!/^(?:New|Call)Expression$/.test(node.type) || !FORMATS.test(nameOf(node['callee']))) return;
    for (const given of node['arguments'] as Node[])
      if (isText(given) && given['value'] === 'pt-BR')
        edits.push({ at: given, code: JSON.stringify(locale) });
      // Formatters of the language that is shown, whose Portuguese is what this build has in its place.
      else if (given.type === 'Identifier' && /^(?:language|locale)$/.test(nameOf(given)))
        edits.push({
          at: given,
          code: `${nameOf(given)} === 'pt-BR' ? ${JSON.stringify(locale)} : ${nameOf(given)}`,
        });
  });
  let text = source;
  for (const { at, code } of edits.toReversed()) text = text.slice(0, at.start) + code + text.slice(at.end);
  return text.includes(CALENDAR) ? text.replace(CALENDAR, calendarIn(locale)) : text;
}
