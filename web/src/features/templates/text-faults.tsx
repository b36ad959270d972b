import { textFaultsIn, type TextFault } from '@lacre/contracts/template-faults';
import { VALUE_FORMATS } from '@lacre/contracts/value-formats';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { formatList } from '@/lib/format/format.ts';

import { speaksOfRequest } from './filled-by.ts';

/** How many are said at once. */
const AT_MOST = 5;

const FORMATS = formatList(Object.keys(VALUE_FORMATS));

const WORDS: Readonly<Record<TextFault['why'], (name: string) => string>> = {
  unknown: (name) =>
    name.includes(':')
      ? `${name} pede um formato que não existe. Há ${FORMATS}; sem os dois-pontos, o campo aceita qualquer texto.`
      : speaksOfRequest([name])
        ? `nada preenche ${name}. Diga que o participante assina a rogo de quem não pode assinar.`
        : `nada preenche ${name}. Confira a grafia, ou inclua o participante de quem o campo fala.`,
  dangling: (name) =>
    `${name} fala de uma cláusula que não está no texto. Dê o nome a um número: {{1:nome}}.`,
  'loose-braces': () => 'falta uma das duas chaves de abrir ou de fechar.',
  'never-closed': (name) => `a cláusula ${name} não é fechada.`,
  'not-open': (name) => `${name} fecha uma cláusula que não está aberta.`,
};

/** What keeps the text from being used, each with its line, which a press selects. */
export function TextFaults({
  title,
  text,
  people,
  onFind,
}: {
  title: string;
  text: string;
  /** As the contracts' `peopleKeysOf` names them. */
  people: readonly string[];
  onFind: (fault: TextFault) => void;
}) {
  const inTitle = textFaultsIn(title, people);
  const inText = textFaultsIn(text, people);
  const count = inTitle.length + inText.length;
  if (count === 0) return null;
  return (
    <Callout
      tone="warning"
      title={count === 1 ? 'Há o que corrigir no texto' : `Há ${count} pontos a corrigir`}
    >
      <ul className="flex flex-col gap-1">
        {inTitle.slice(0, AT_MOST).map((fault) => (
          <li key={fault.name} className="wrap-anywhere">
            No título: {wordsOf(fault)}
          </li>
        ))}
        {inText.slice(0, AT_MOST - Math.min(AT_MOST, inTitle.length)).map((fault) => (
          <li key={fault.name} className="wrap-anywhere">
            <button
              type="button"
              className="font-medium underline underline-offset-4"
              onClick={() => onFind(fault)}
            >
              Linha {text.slice(0, fault.start).split('\n').length}
            </button>
            : {wordsOf(fault)}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const wordsOf = ({ why, name }: TextFault): string => WORDS[why](`{{${name}}}`);
