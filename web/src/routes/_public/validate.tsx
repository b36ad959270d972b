import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { ValidatePage } from '@/features/validation/validate-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';

/** `code` comes with the QR code on a document's evidence page. */
export const Route = createFileRoute('/_public/validate')({
  validateSearch: exactly((search): { code?: string } =>
    typeof search['code'] === 'string' || typeof search['code'] === 'number'
      ? { code: String(search['code']) }
      : {},
  ),
  loader: speakToSigner,
  component: function Validate() {
    const { code } = Route.useSearch();
    return <ValidatePage code={code} />;
  },
});
