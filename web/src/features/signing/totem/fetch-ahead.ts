import { preloadPdfViewer } from '@/components/pdf/lazy-pdf-viewer.tsx';

/**
 * Fetches what signing needs while the totem is idle: a screen that comes only when it is pressed for would not come
 * without a network. The camera's part is left out, which is of no use without one.
 */
export function fetchAhead(): void {
  preloadPdfViewer();
  // What does not come now is fetched when it is needed.
  void Promise.allSettled([
    import('@/features/signing/request/reading.tsx'),
    import('@/features/signing/request/reject-dialog.tsx'),
    import('@/features/signing/request/answer-dialog.tsx'),
    import('@/features/signing/mark/mark-dialog.tsx'),
    import('@/features/signing/sign/proof-dialog.tsx'),
    import('./totem-terms.tsx'),
    import('@/i18n/languages/en.ts'),
    import('@/i18n/languages/es.ts'),
  ]);
}
