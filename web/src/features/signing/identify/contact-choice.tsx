import type { AnswerOf } from '@lacre/contracts';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

type Contact = NonNullable<AnswerOf<'requestSigningCode'>['contacts']>[number];

/** Which of several contacts gets the code: what was sent to it is shown then. */
export function ContactChoice({
  contacts,
  onChoose,
  onBack,
}: {
  contacts: readonly Contact[];
  onChoose: (contact: Contact) => Promise<void>;
  onBack: () => void;
}) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();

  async function choose(contact: Contact): Promise<void> {
    setBusy(contact.contact);
    setProblem(undefined);
    try {
      await onChoose(contact);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(undefined);
    }
  }

  return (
    <>
      <h1 className="text-2xl font-semibold">{say('Onde você quer receber o código?')}</h1>
      <p className="mt-2 text-muted">
        {say('Há mais de um contato seu. Você verá os documentos que foram enviados ao que escolher.')}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <ProblemCallout error={problem} />
        <ul className="flex flex-col gap-3">
          {contacts.map((contact) => (
            <li key={contact.contact}>
              <button
                type="button"
                disabled={busy !== undefined}
                onClick={() => void choose(contact)}
                className="flex min-h-14 w-full items-center gap-3 card px-4 py-3 text-left hover:bg-hover"
              >
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{contact.masked}</span>
                {busy === contact.contact ? (
                  <Spinner />
                ) : (
                  <ChevronRight aria-hidden="true" className="size-5 text-subtle" />
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="ghost"
        size="sm"
        flush="start"
        icon={<ArrowLeft />}
        className="mt-6 self-start"
        onClick={onBack}
      >
        {say('Corrigir CPF')}
      </Button>
    </>
  );
}
