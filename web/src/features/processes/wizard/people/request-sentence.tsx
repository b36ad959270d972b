import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { requestPieces, type RequestChoice } from '@/entities/process/request-words.ts';
import { requestOf } from '@/features/processes/wizard/draft/asked.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { deadlineFault, type Draft } from '@/features/processes/wizard/draft/draft.ts';
import { cn } from '@/lib/style/cn.ts';

const RequestChoiceFields = lazyPart(
  () => import('./request-choice.tsx'),
  (code) => code.RequestChoiceFields,
  <Progress label="Carregando" />,
);

/** The punctuation that a text begins with. It stands within the button before it: a line may break behind a button. */
const markOf = (text: string): string => /^[,.]?/.exec(text)?.[0] ?? '';

/** What the panel is called, for those who do not see which part it belongs to. */
const NAMES: Record<RequestChoice, string> = {
  code: 'Código',
  location: 'Localização',
  face: 'Reconhecimento facial',
  order: 'Ordem',
  deadline: 'Prazo',
  reminders: 'Lembretes',
  delegation: 'Encaminhar a assinatura',
  minimum: 'Mínimo de representantes',
};

/**
 * What is asked of everyone, as a sentence whose bold parts are buttons: each opens its choice beneath the sentence, and
 * takes the focus back when the choice is closed, by Escape too.
 */
export function RequestSentence({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const id = useId();
  const sentence = useRef<HTMLParagraphElement>(null);
  const [chosen, setChosen] = useState<RequestChoice>();
  const pieces = requestPieces(requestOf(draft));
  // A part can leave the sentence while its choice is open: the minimum, with the second representative.
  const open = pieces.some(({ choice }) => choice !== undefined && choice === chosen) ? chosen : undefined;
  const fault = deadlineFault(draft);

  function close(): void {
    sentence.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setChosen(undefined);
  }

  return (
    <section aria-label="O que é pedido" className="rounded-xl border border-line p-4 sm:p-5">
      <h3 className="font-semibold">O que é pedido</h3>
      <p className="text-sm text-muted">Toque no que está em destaque para mudar.</p>
      <p ref={sentence} className="mt-3 text-base leading-8 text-muted">
        {pieces.map(({ text, choice }, index) =>
          choice === undefined ? (
            // oxlint-disable-next-line react/no-array-index-key -- what stands between choices has no other name
            <span key={index}>
              {pieces[index - 1]?.choice === undefined ? text : text.slice(markOf(text).length)}
            </span>
          ) : (
            <button
              key={choice}
              type="button"
              aria-expanded={choice === open}
              aria-controls={id}
              className={cn(
                '-mx-1 rounded-md px-1 py-0.5 text-left transition-colors',
                choice === open ? 'bg-primary-soft' : 'hover:bg-hover',
              )}
              onPointerEnter={RequestChoiceFields.prepare}
              onFocus={RequestChoiceFields.prepare}
              onClick={() => setChosen(choice === open ? undefined : choice)}
            >
              <span
                className={cn(
                  'font-semibold underline decoration-dotted underline-offset-4',
                  choice === 'deadline' && fault !== undefined ? 'text-danger' : 'text-primary-ink',
                )}
              >
                {text}
              </span>
              <span aria-hidden>{markOf(pieces[index + 1]?.text ?? '')}</span>
            </button>
          ),
        )}
      </p>
      {fault !== undefined && open !== 'deadline' && (
        <p role="alert" className="mt-1 text-[0.8125rem] text-danger">
          Prazo: {fault}
        </p>
      )}
      <div id={id}>
        {open !== undefined && (
          <Panel key={open} name={NAMES[open]} onClose={close}>
            <RequestChoiceFields choice={open} draft={draft} change={change} />
          </Panel>
        )}
      </div>
    </section>
  );
}

/** Takes the focus as it opens: the parts of the sentence behind its own would come first otherwise. */
function Panel({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A calendar above it is closed first, by the browser.
    if (event.key === 'Escape' && !(event.target as Element).closest('[popover]')) onClose();
  });
  useEffect(() => {
    const panel = frame.current;
    panel?.focus();
    panel?.addEventListener('keydown', onKey);
    return () => panel?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <fieldset
      ref={frame}
      tabIndex={-1}
      className="mt-3 min-w-0 animate-rise rounded-lg bg-sunken p-4 outline-none"
    >
      <legend className="sr-only">{name}</legend>
      {children}
      <Button size="sm" className="mt-4" onClick={onClose}>
        Pronto
      </Button>
    </fieldset>
  );
}
