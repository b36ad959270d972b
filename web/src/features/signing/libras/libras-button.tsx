import { Hand } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';

import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { useTopModal } from '@/components/ui/overlays/modal-stack.ts';

import { textsOfPage, type ChoosableText } from './texts-of-page.ts';

const LibrasDialog = lazyDialog(
  () => import('./libras-dialog.tsx'),
  (code) => code.LibrasDialog,
);

/**
 * To what lies on the screen in Libras: at the head of the page, and of the reader that lies over it. The word is a name,
 * the same in every language.
 */
export function LibrasButton({ host }: { host: string }) {
  // Taken as the button is pressed: what opens next lies above it.
  const [texts, setTexts] = useState<ChoosableText[]>();
  const isOpen = texts !== undefined;
  const place = useTopModal()?.querySelector('[data-libras-place]');
  // The button in the reader stays while its dialog lies above, or the focus could not go back to it.
  const [held, setHeld] = useState(place);
  const shownIn = isOpen ? held : place;
  const button = (
    <Button
      data-libras
      variant="ghost"
      size="sm"
      icon={<Hand />}
      className="min-h-11 min-w-11"
      onClick={() => {
        setHeld(place);
        setTexts(textsOfPage());
      }}
    >
      Libras
    </Button>
  );
  return (
    <>
      {button}
      {shownIn && createPortal(button, shownIn)}
      {isOpen && <LibrasDialog host={host} texts={texts} onClose={() => setTexts(undefined)} />}
    </>
  );
}
