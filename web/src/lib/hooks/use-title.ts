import { useEffect } from 'react';

/** Names the page in the tab and in the history: "Processos · Lacre". */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Lacre' : `${title} · Lacre`;
  }, [title]);
}
