import { preloadPdfViewer } from '@/components/pdf/lazy-pdf-viewer.tsx';

/**
 * Fetches what signing needs while nobody is there: a screen that comes only when it is pressed for would not come
 * without a network. The camera's part is left out, which is of no use without one.
 */
export function fetchAhead(): void {
  preloadPdfViewer();
  // What does not come now is fetched when it is needed.
  void Promise.allSettled([
    import('@/features/signing/reading.tsx'),
    import('@/features/signing/reject-dialog.tsx'),
    import('@/features/signing/answer-dialog.tsx'),
    import('@/features/signing/mark-dialog.tsx'),
    import('@/features/signing/proof-dialog.tsx'),
    import('./totem-terms.tsx'),
  ]);
}
