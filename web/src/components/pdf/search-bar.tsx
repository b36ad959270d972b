import { ChevronDown, ChevronUp, X } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { say } from '@/i18n/say.ts';
import { formatNumber } from '@/lib/format/format.ts';

import type { Search } from './use-search.ts';

/** What is looked for, how often it is there, and from one occurrence to the next. */
export function SearchBar({ search, onClose }: { search: Search; onClose: () => void }) {
  const { query, found, step } = search;
  return (
    <search
      aria-label={say('Procurar no documento')}
      className="flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-1.5 sm:px-4"
    >
      <Input
        // It was asked for by a press: typing goes on in it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={say('Palavras do documento')}
        placeholder={say('Procurar')}
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
        className="min-w-0 flex-1 sm:max-w-72"
      />
      <output className="px-1 text-[0.8125rem] whitespace-nowrap text-muted tabular">
        {standing(search)}
      </output>
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Ocorrência anterior')}
        disabled={found.length < 2}
        icon={<ChevronUp />}
        onClick={() => step(-1)}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Próxima ocorrência')}
        disabled={found.length < 2}
        icon={<ChevronDown />}
        onClick={() => step(1)}
      />
      <Button variant="ghost" size="icon" aria-label={say('Fechar a busca')} icon={<X />} onClick={onClose} />
    </search>
  );
}

function standing({ query, found, index, done, hasText }: Search): string {
  if (query.trim() === '') return '';
  if (found.length > 0) return say('{0} de {1}', formatNumber(index + 1), formatNumber(found.length));
  if (!done) return say('Procurando…');
  return hasText ? say('Nada encontrado') : say('Sem texto para procurar');
}
