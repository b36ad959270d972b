import { useQuery } from '@tanstack/react-query';

import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { tagQueries } from './queries.ts';
import { NewTagButton, TagList } from './tag-list.tsx';

/** The account's tags, over the processes they are for. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(tagQueries.list());
  const mayEdit = useIsSteward();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Etiquetas"
      description="Para organizar e encontrar processos. Quem assina não as vê."
      footer={data !== undefined && data.items.length > 0 ? <NewTagButton /> : undefined}
    >
      <TagList mayEdit={mayEdit} />
    </Dialog>
  );
}
