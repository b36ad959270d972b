import { useEffect } from 'react';

/**
 * Takes the focus to the heading of a screen that has just come: what was pressed to come here is gone with the screen
 * before, and screen readers announce the place.
 *
 * @param screen another one for each screen; undefined while there is none to speak of
 */
export function useArrival(screen: string | undefined): void {
  useEffect(() => {
    if (screen === undefined) return;
    const heading = document.querySelector<HTMLElement>('#conteudo h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [screen]);
}
