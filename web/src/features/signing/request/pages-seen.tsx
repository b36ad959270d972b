import { useEffect, useState } from 'react';

import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { formatNumber } from '@/lib/format/format.ts';

/** Who turns pages no faster than this has stopped at one, milliseconds. */
const PAUSE_MS = 1500;

/** How much has been seen, announced where the reader pauses and once it is all: not with every page. */
export function PagesSeen({ shown, pages }: { shown: number; pages: number }) {
  const [before] = useState(shown);
  const [told, setTold] = useState('');
  useEffect(() => {
    // Where they had come to is no news, nor is the first page.
    if (shown <= Math.max(before, 1)) return undefined;
    const isAll = shown >= pages;
    const tell = () =>
      setTold(
        isAll
          ? say('Todas as páginas foram vistas')
          : say('{0} de {1}', formatNumber(shown), counted(pages, 'página vista', 'páginas vistas')),
      );
    const pause = setTimeout(tell, isAll ? 0 : PAUSE_MS);
    return () => clearTimeout(pause);
  }, [shown, pages, before]);
  return <output className="sr-only">{told}</output>;
}
