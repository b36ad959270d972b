import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was pushed by opening a document over a page, so that going back closes it. */
    overPage?: boolean;
  }
}

/**
 * Opens a document over the page, turns to another, or closes it, in the address: the back button closes what was
 * opened, and a reload shows it again. Closing goes back, so that no forgotten entry opens it once more.
 */
export type ShowDocument = (
  documentId: string | undefined,
  how: 'open' | 'turn' | 'close',
  /** Which of a document's files; the one shown to signers when left out. */
  version?: 'sealed',
) => void;

/** Shows documents by the `document` of the address, whatever the route. */
export function useDocumentInAddress(): ShowDocument {
  const router = useRouter();
  return (documentId, how, version) => {
    const { state, search } = router.state.location;
    if (how === 'close' && state.overPage === true) {
      // Whatever dialog lies above it: this closes the document, and is not the reader going back.
      router.history.back({ ignoreBlocker: true });
      return;
    }
    const { document: _closed, version: _shown, ...others } = search as Record<string, unknown>;
    void router.navigate({
      to: '.',
      search: {
        ...others,
        ...(documentId === undefined ? {} : { document: documentId }),
        ...(version === undefined ? {} : { version }),
      } as never,
      replace: how !== 'open',
      state: { overPage: how === 'open' || (how === 'turn' && state.overPage === true) },
      resetScroll: false,
    });
  };
}
