import { useId, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { say } from '@/i18n/say.ts';

import { isAnswered, selectionRule } from './next-step.ts';
import { note } from './progress.ts';
import type { SigningDocument } from './queries.ts';

/** The question that a document carries; the answer goes with the signature. */
export default function AnswerDialog({
  document,
  answer,
  onChoose,
  onClose,
}: {
  document: SigningDocument & { selection: NonNullable<SigningDocument['selection']> };
  /** What was chosen so far, confirmed or not. */
  answer: readonly string[] | undefined;
  onChoose: (options: readonly string[]) => void;
  onClose: () => void;
}) {
  const { question, options, minimum, maximum } = document.selection;
  const chosen = answer ?? [];
  const [asked, setAsked] = useState(false);
  const id = useId();
  const complete = isAnswered(document, chosen);
  const full = chosen.length >= maximum;
  const rule = selectionRule(document.selection);

  function confirm(): void {
    setAsked(true);
    if (!complete) return;
    const kept = options.filter((option) => chosen.includes(option));
    note(({ answers }) => ({ answers: { ...answers, [document.signatureId]: kept } }));
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={question}
      description={say('Pergunta de {0}. A resposta fica registrada com a sua assinatura.', document.name)}
      footer={
        <>
          <Button onClick={onClose}>{say('Voltar')}</Button>
          <Button variant="primary" onClick={confirm}>
            {chosen.length === 0 && minimum === 0
              ? say('Continuar sem responder')
              : say('Confirmar resposta')}
          </Button>
        </>
      }
    >
      {maximum === 1 && minimum === 1 ? (
        <RadioCards
          legend={rule}
          name={id}
          className="sm:grid-cols-1!"
          options={options.map((option) => ({ value: option, label: option }))}
          value={chosen[0] ?? ''}
          onValueChange={(option) => onChoose([option])}
        />
      ) : (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{rule}</legend>
          {options.map((option) => {
            const checked = chosen.includes(option);
            return (
              <Checkbox
                key={option}
                className="py-2"
                label={option}
                checked={checked}
                disabled={full && !checked && maximum > 1}
                onChange={() =>
                  onChoose(
                    checked
                      ? chosen.filter((one) => one !== option)
                      : maximum === 1
                        ? [option]
                        : [...chosen, option],
                  )
                }
              />
            );
          })}
        </fieldset>
      )}
      {asked && !complete && (
        <p role="alert" className="mt-3 text-[0.8125rem] text-danger">
          {rule}
        </p>
      )}
    </Dialog>
  );
}
