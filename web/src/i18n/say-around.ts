import { createElement, Fragment, type ReactNode } from 'react';

import { translationOf } from '@/lib/language/language.ts';

import { filled, type Text, type ValuesOf } from './say.ts';

/** A text with elements among its values, in the order of the language that is shown. */
export function sayAround<const Said extends Text>(
  text: Said,
  ...values: ValuesOf<Said, ReactNode>
): ReactNode {
  const pieces = String(translationOf(text) ?? text).split(/\{(\d)\}/);
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, index) => (index % 2 === 0 ? piece : values[Number(piece)])),
  );
}

/** The Portuguese itself, for what binds as it stands. */
export const sayPortuguese = <const Said extends Text>(text: Said, ...values: ValuesOf<Said>): string =>
  filled(text, values);
