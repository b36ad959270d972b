import type { ReactNode } from 'react';

import { Dialog } from '@/components/ui/overlays/dialog.tsx';

/** What a screen is for, in words. */
export default function HelpDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <div className="flex flex-col gap-3 text-sm text-muted">{children}</div>
    </Dialog>
  );
}
