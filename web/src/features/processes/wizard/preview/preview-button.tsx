import { Eye } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import type { DraftStore } from '@/features/processes/wizard/draft/draft-store.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';

const InvitationPreview = lazyDialog(
  () => import('./invitation-preview.tsx'),
  (code) => code.InvitationPreview,
);

/** Shows what those who are asked will receive. */
export function PreviewButton({ draft, store }: { draft: Draft; store: DraftStore }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="mt-4" icon={<Eye />} onClick={() => setOpen(true)}>
        Ver o convite
      </Button>
      {open && <InvitationPreview draft={draft} store={store} onClose={() => setOpen(false)} />}
    </>
  );
}
