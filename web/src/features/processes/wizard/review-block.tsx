import { Pencil } from 'lucide-react';
import { type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';

/** A part of the review, with the way back to where it is filled in. */
export function Block({
  title,
  onEdit,
  editLabel,
  children,
}: {
  title: string;
  onEdit: () => void;
  editLabel: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-xl border border-line p-4 sm:p-5">
      <div className="mb-3 flex items-start justify-between gap-4">
        <h3 className="min-w-0 font-semibold break-words">{title}</h3>
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={editLabel}
          icon={<Pencil />}
          onClick={onEdit}
          className="-mt-1"
        />
      </div>
      {children}
    </section>
  );
}
