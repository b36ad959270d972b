import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { formatDateTime } from '@/lib/format/format.ts';
import { formatTime } from '@/lib/format/time.ts';

import type { DraftConflict, DraftState } from './draft-store.ts';

/** Where the draft is by now. */
export function DraftSaving({ saving, problem, place }: DraftState) {
  return (
    <output className="min-w-0 text-[0.8125rem] text-subtle">
      {saving === 'failed'
        ? `Ainda não salvo, só nesta aba: ${problem?.title ?? 'tentando de novo.'}`
        : saving === 'underway'
          ? 'Salvando rascunho…'
          : place.savedAt === null
            ? 'O rascunho é salvo sozinho.'
            : `Rascunho salvo às ${formatTime(place.savedAt)}.`}
    </output>
  );
}

/** The draft was changed, sent or discarded elsewhere: what stands here is kept or given up by the user alone. */
export function DraftConflictCallout({
  conflict,
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: DraftConflict;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const isGone = conflict.kind === 'gone';
  return (
    <Callout
      tone="warning"
      live
      title={isGone ? 'Este rascunho já foi enviado ou descartado' : 'Este rascunho mudou em outro lugar'}
      action={
        <>
          <Button size="sm" variant="primary" onClick={onKeepMine}>
            Guardar o meu como outro rascunho
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            {isGone ? 'Descartar o meu' : 'Usar o que foi salvo'}
          </Button>
        </>
      }
    >
      {isGone
        ? 'O que está nesta tela não foi perdido. Para não enviar duas vezes, confira a lista de processos antes.'
        : `${conflict.theirs.changedBy.name ?? 'Alguém'} salvou outra versão em ${formatDateTime(conflict.theirs.changedAt)}. O que está nesta tela não foi perdido.`}
    </Callout>
  );
}
