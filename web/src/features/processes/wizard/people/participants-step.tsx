import { PenLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { PersonPicker } from '@/entities/person/person-picker.tsx';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import {
  withPeople,
  withRoleTaken,
  withTypedPerson,
} from '@/features/processes/wizard/draft/draft-templates.ts';
import {
  openRoles,
  type Draft,
  type DraftRole,
  type TypedPerson,
} from '@/features/processes/wizard/draft/draft.ts';
import { useMyself } from '@/features/processes/wizard/draft/use-myself.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { GroupFinder } from './group-finder.tsx';
import { ParticipantList } from './participant-list.tsx';
import { RequestSentence } from './request-sentence.tsx';
import { reasonAgainst } from './taking-part.ts';

const NewPerson = lazyPart(
  () => import('./new-person.tsx'),
  (code) => code.NewPerson,
  <Progress label="Carregando" />,
);

interface StepProps {
  draft: Draft;
  change: ChangeDraft;
}

/** Third section: who signs, in which part and order, what each must show, and until when. */
export function ParticipantsStep({ user, draft, change }: StepProps & { user: CurrentUser }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = openRoles(draft);
  const isTyping = draft.typedPerson !== undefined;
  /** The form was opened here, and was not there with the draft: the typing goes on in it. */
  const [opened, setOpened] = useState(false);
  const begin = (role?: string) => (sought: { name?: string; cpf?: string }) => {
    setOpened(true);
    const blank = { name: '', cpf: '', email: '', cellphoneNumber: '' };
    change(() => ({ typedPerson: { ...blank, ...sought, ...(role !== undefined && { role }) } }));
  };
  const wasTyping = useRef(isTyping);
  useEffect(() => {
    // The button pressed went with the form.
    if (wasTyping.current && !isTyping) heading.current?.focus();
    wasTyping.current = isTyping;
  }, [isTyping]);
  const isForRole = open.some(({ key }) => key === draft.typedPerson?.role);
  return (
    <div className="flex flex-col gap-5">
      <GroupFinder draft={draft} change={change} />
      <section aria-label="Participantes" className="rounded-xl border border-line p-4 sm:p-5">
        <div className="flex items-baseline justify-between gap-4">
          <div>
            <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
              Participantes
            </h3>
            <dl className="text-sm text-muted">
              {PARTS.map((part) => (
                <div key={part}>
                  <dt className="inline font-medium">{partWords[part].label}:</dt>{' '}
                  <dd className="inline">{partWords[part].description}</dd>
                </div>
              ))}
            </dl>
          </div>
          {draft.participants.length > 0 && (
            <span className="text-sm text-subtle tabular">{draft.participants.length}</span>
          )}
        </div>
        {open.map((role) => (
          <OpenRole
            key={role.key}
            role={role}
            draft={draft}
            change={change}
            opened={opened}
            onRegister={begin(role.key)}
          />
        ))}
        <ParticipantList draft={draft} change={change} heading={heading} />
        {draft.typedPerson !== undefined && !isForRole ? (
          <TypedPersonForm typed={draft.typedPerson} draft={draft} change={change} opened={opened} />
        ) : (
          <div className="mt-4">
            <PersonPicker
              label="Incluir pessoa"
              reasonAgainst={reasonAgainst(draft)}
              onChoose={(person) =>
                change((current) => ({ participants: withPeople(current, 'signer', [person]) }))
              }
              onRegister={begin()}
            />
            {/* Those who came with the company were not chosen by hand. */}
            {draft.roles.length === 0 && draft.participants.every(({ usualOf }) => usualOf !== undefined) && (
              <SignAlone user={user} change={change} />
            )}
          </div>
        )}
      </section>
      <RequestSentence draft={draft} change={change} />
    </div>
  );
}

/** What is typed is the draft's; included, it is a participant. */
function TypedPersonForm({
  typed,
  draft,
  change,
  opened,
}: StepProps & { typed: TypedPerson; opened: boolean }) {
  return (
    <NewPerson
      typed={typed}
      opened={opened}
      reasonAgainst={reasonAgainst(draft)}
      onType={(texts) =>
        change(({ typedPerson }) =>
          typedPerson === undefined ? {} : { typedPerson: { ...typedPerson, ...texts } },
        )
      }
      onInclude={(person) => change((current) => withTypedPerson(current, person))}
      onDiscard={() => change(() => ({ typedPerson: undefined }))}
    />
  );
}

/** For a document that no one else is to sign. */
function SignAlone({ user, change }: { user: CurrentUser; change: ChangeDraft }) {
  const { include, busy, problem } = useMyself(user, change);
  return (
    <>
      <Button className="mt-3" icon={<PenLine />} busy={busy} onClick={() => void include()}>
        Assinar eu mesmo
      </Button>
      <ProblemCallout error={problem} className="mt-3" />
    </>
  );
}

/** A place of the templates that no one takes yet. */
function OpenRole({
  role,
  draft,
  change,
  opened,
  onRegister,
}: StepProps & {
  role: DraftRole;
  opened: boolean;
  onRegister: (sought: { name?: string; cpf?: string }) => void;
}) {
  return (
    <div className="mt-4 rounded-xl border border-dashed border-primary-line bg-primary-soft/40 p-3">
      <p className="mb-2 text-sm">
        <span className="font-medium">{role.label}</span>{' '}
        <span className="text-muted">({partWords[role.part].label})</span>
      </p>
      {draft.typedPerson?.role === role.key ? (
        <TypedPersonForm typed={draft.typedPerson} draft={draft} change={change} opened={opened} />
      ) : (
        <PersonPicker
          label={`Escolher quem é ${role.label}`}
          reasonAgainst={(personId) => {
            const taken = draft.participants.find((item) => item.personId === personId);
            return taken?.role === undefined ? undefined : reasonAgainst(draft)(personId);
          }}
          onChoose={(person) =>
            change((current) => ({ participants: withRoleTaken(current, role.key, person) }))
          }
          onRegister={onRegister}
        />
      )}
    </div>
  );
}
