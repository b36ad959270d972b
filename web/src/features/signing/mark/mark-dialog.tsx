import { strokesOf, type MarkStyle } from '@lacre/contracts/mark';
import { Eraser, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import type { Mark, MarkDraft } from '@/features/signing/request/progress.ts';
import { say } from '@/i18n/say.ts';

import { DrawPad } from './draw-pad.tsx';
import { MarkPreview } from './mark-preview.tsx';
import { boundedDrawing } from './strokes.ts';

const TYPED = [
  { style: 'upright', label: 'Letra reta' },
  { style: 'slanted', label: 'Letra inclinada' },
  { style: 'flourish', label: 'Letra inclinada com traço' },
] as const satisfies { style: MarkStyle; label: string }[];

type Strokes = MarkDraft['strokes'];

/** What the dialog shows of the mark that is used so far. */
const draftOf = ({ style, drawing }: Mark): MarkDraft => ({
  how: style === 'drawn' ? 'drawn' : 'typed',
  style: style === 'drawn' ? 'upright' : style,
  strokes: strokesOf(drawing ?? '') ?? [],
});

/** How the signature looks on the evidence pages: the name in a letter of one's choice, or drawn. */
export default function MarkDialog({
  mark,
  draft,
  name,
  onDraft,
  onChosen,
  onClose,
}: {
  mark: Mark;
  /** What was chosen and drawn before, and not confirmed. */
  draft: MarkDraft | undefined;
  name: string;
  /** Called with every stroke, so that none is lost when the session ends. */
  onDraft: (draft: MarkDraft) => void;
  onChosen: (mark: Mark) => void;
  onClose: () => void;
}) {
  const shown = draft ?? draftOf(mark);
  const { how, style, strokes } = shown;
  const [fault, setFault] = useState<string>();

  function change(next: Partial<MarkDraft>): void {
    onDraft({ ...shown, ...next });
    setFault(undefined);
  }

  function confirm(): void {
    if (how === 'typed') {
      onChosen({ style });
      return onClose();
    }
    const drawing = strokes.length === 0 ? undefined : boundedDrawing(strokes);
    if (drawing === undefined) {
      setFault(
        strokes.length === 0
          ? say('Desenhe a assinatura no quadro, ou use o seu nome.')
          : say('São traços demais. Apague e desenhe de forma mais simples.'),
      );
      return undefined;
    }
    onChosen({ style: 'drawn', drawing });
    return onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={draft !== undefined && how === 'drawn' && strokes.length > 0}
      title={say('Como a sua assinatura aparece')}
      description={say(
        'É só a aparência na página de assinaturas do documento. O que prova a assinatura é a sua identificação, e não o desenho.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{say('Voltar')}</Button>
          <Button variant="primary" onClick={confirm}>
            {say('Usar esta assinatura')}
          </Button>
        </>
      }
    >
      <FilterTabs
        label={say('Forma da assinatura')}
        name="forma"
        className="mb-4 w-full"
        options={[
          { value: 'typed', label: say('Meu nome') },
          { value: 'drawn', label: say('Desenhar') },
        ]}
        value={how}
        onValueChange={(next) => change({ how: next })}
      />
      {how === 'typed' ? (
        <Letters name={name} style={style} onChange={(next) => change({ style: next })} />
      ) : (
        <>
          <DrawPad strokes={strokes} onStroke={(stroke) => change({ strokes: [...strokes, stroke] })} />
          <DrawingTools strokes={strokes} onChange={(next) => change({ strokes: next })} />
        </>
      )}
      {fault !== undefined && (
        <p role="alert" className="mt-2 text-[0.8125rem] text-danger">
          {fault}
        </p>
      )}
    </Dialog>
  );
}

function Letters({
  name,
  style,
  onChange,
}: {
  name: string;
  style: MarkStyle;
  onChange: (style: MarkStyle) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{say('Letra')}</legend>
      {TYPED.map((option) => (
        <label
          key={option.style}
          className="block rounded-xl border border-line-strong px-4 pt-2 pb-3 ring-around outline-offset-2 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft"
        >
          <span className="flex items-center gap-2 text-[0.8125rem] text-muted">
            <input
              type="radio"
              name="letra"
              checked={option.style === style}
              onChange={() => onChange(option.style)}
              className="size-4 shrink-0 appearance-none rounded-full border border-control bg-surface outline-none checked:border-[5px] checked:border-primary"
            />
            {say(option.label)}
          </span>
          <MarkPreview
            mark={{ style: option.style }}
            name={name}
            className="mx-auto aspect-[4/1]! max-w-60"
          />
        </label>
      ))}
    </fieldset>
  );
}

function DrawingTools({ strokes, onChange }: { strokes: Strokes; onChange: (strokes: Strokes) => void }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
      <p className="text-[0.8125rem] text-muted">{say('Com o dedo, a caneta ou o mouse.')}</p>
      <div className="flex gap-1">
        <Button
          variant="ghost"
          size="sm"
          icon={<Undo2 />}
          disabled={strokes.length === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        >
          {say('Desfazer')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Eraser />}
          disabled={strokes.length === 0}
          onClick={() => onChange([])}
        >
          {say('Apagar')}
        </Button>
      </div>
    </div>
  );
}
