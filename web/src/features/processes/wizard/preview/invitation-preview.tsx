import type { AnswerOf } from '@lacre/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MailView } from '@/components/mail/mail-view.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { Door } from '@/entities/invitation/door.tsx';
import type { DraftStore } from '@/features/processes/wizard/draft/draft-store.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import { listed } from '@/features/processes/wizard/draft/order.ts';
import { api } from '@/lib/session/session.ts';

type Preview = AnswerOf<'previewInvitation'>;

/** The mail that a participant will receive, and what its link shows, as the server makes them of the saved draft. */
export function InvitationPreview({
  draft,
  store,
  onClose,
}: {
  draft: Draft;
  store: DraftStore;
  onClose: () => void;
}) {
  const people = listed(draft);
  const [personId, setPersonId] = useState(people[0]?.personId ?? '');
  const [tab, setTab] = useState('email');
  const query = useQuery({
    queryKey: ['invitation-preview', draft.intent, personId],
    queryFn: async ({ signal }) => {
      await store.save();
      const { draftId } = store.state().place;
      return api.call('previewInvitation', { params: { draftId, personId }, signal });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      // As high for either part: of a press that changes the height the end would fall outside, and close it.
      className="h-full sm:max-w-2xl!"
      title="O convite"
      description="É assim que ele chega. Nada foi enviado ainda."
    >
      {people.length > 1 && (
        <Field label="Como chega a" className="mb-4">
          <Select
            value={personId}
            onChange={({ target }) => setPersonId(target.value)}
            options={people.map((person) => ({ value: person.personId, label: person.name }))}
          />
        </Field>
      )}
      <ProblemCallout error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton className="h-80" />}
      {query.data !== undefined && (
        <Tabs
          label="Partes do convite"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'email', label: 'Email', content: <Mail mail={query.data.mail} /> },
            { value: 'porta', label: 'Página de quem assina', content: <DoorShown door={query.data.door} /> },
          ]}
        />
      )}
    </Dialog>
  );
}

function Mail({ mail: { senderName, subject, html } }: { mail: Preview['mail'] }) {
  return (
    <>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">De</dt>
        <dd className="wrap-anywhere">{senderName}</dd>
        <dt className="text-muted">Assunto</dt>
        <dd className="font-medium wrap-anywhere">{subject}</dd>
      </dl>
      <MailView html={html} />
    </>
  );
}

function DoorShown({ door }: { door: Preview['door'] }) {
  return (
    <div className="mt-4">
      <Door invitation={door} heading="h3" />
      <p className="mt-4 text-sm text-muted">
        Abaixo, a pessoa informa o CPF e o código que recebe, e só então vê os documentos.
      </p>
    </div>
  );
}
