import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';

import { DraftsDialog } from './drafts-dialog.tsx';
import { draftQueries } from './queries.ts';

/** Opens the drafts. Their number lies over the button's corner: it comes late, and moves nothing. */
export function DraftsButton({ uid }: { uid: string }) {
  const query = useQuery(draftQueries.list(uid));
  const [open, setOpen] = useState(false);
  const total = query.data?.total ?? 0;
  return (
    <>
      <Button aria-label={total > 0 ? `Rascunhos: ${total}` : undefined} onClick={() => setOpen(true)}>
        Rascunhos
        {total > 0 && (
          <span className="absolute top-0 right-0 -mt-2 -mr-2 rounded-full bg-primary-soft px-1.5 text-xs font-semibold text-primary-ink tabular">
            {total}
          </span>
        )}
      </Button>
      {open && <DraftsDialog query={query} onClose={() => setOpen(false)} />}
    </>
  );
}
