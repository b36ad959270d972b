import { useState } from 'react';

import { say } from '@/i18n/say.ts';

/** The page in view, of how many; pressed, it asks for another by its number. */
export function PageJump({
  current,
  pages,
  goTo,
}: {
  current: number;
  pages: number;
  goTo: (page: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  if (typed === undefined)
    return (
      <button
        type="button"
        onClick={() => setTyped('')}
        className="min-h-8 rounded-lg px-1.5 text-sm whitespace-nowrap tabular hover:bg-hover"
      >
        <span className="sr-only">{say('Página')} </span>
        {current} <span className="text-subtle">{say('de {0}', pages)}</span>
        <span className="sr-only">{say(', ir para outra')}</span>
      </button>
    );
  return (
    <input
      // It was asked for by a press: the number goes into it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={say('Ir para a página, de 1 a {0}', pages)}
      inputMode="numeric"
      enterKeyHint="go"
      placeholder={String(current)}
      maxLength={String(pages).length}
      value={typed}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Where the viewer stands in a form, that is not sent.
        event.preventDefault();
        const page = Number(typed);
        if (page >= 1) goTo(Math.min(pages, page));
        setTyped(undefined);
      }}
      className="h-8 w-14 control px-2 text-center text-sm tabular"
    />
  );
}
