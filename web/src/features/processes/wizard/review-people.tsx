import { IMPEDIMENT_WORDS } from '@lacre/contracts/at-request';
import { formatCpf } from '@lacre/contracts/brazil';

import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { RequirementBadges } from '@/entities/process/requirements.tsx';
import { ToldRequest } from '@/entities/process/told-request.tsx';
import { requestOf } from '@/features/processes/wizard/draft/asked.ts';
import type { DraftStore } from '@/features/processes/wizard/draft/draft-store.ts';
import {
  participantsOf,
  type Draft,
  type DraftParticipant,
} from '@/features/processes/wizard/draft/draft.ts';
import { PreviewButton } from '@/features/processes/wizard/preview/preview-button.tsx';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { plural } from '@/lib/format/format.ts';

import { Block } from './review-block.tsx';

/** Who will be asked, for what, and until when. */
export function People({ draft, store, onEdit }: { draft: Draft; store: DraftStore; onEdit: () => void }) {
  return (
    <Block title="Quem assina" onEdit={onEdit} editLabel="Alterar participantes">
      <div className="flex flex-col gap-5">
        {PARTS.map((part) => {
          const participants = participantsOf(draft, part);
          if (participants.length === 0) return null;
          return (
            <div key={part}>
              <h4 className="text-[0.8125rem] font-medium text-subtle">{partWords[part].plural}</h4>
              <ul className="mt-2 flex flex-col gap-3">
                {participants.map((participant) => (
                  <PersonLine key={participant.personId} draft={draft} participant={participant} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <ToldRequest
        request={requestOf(draft)}
        className="mt-4 border-t border-line pt-4 text-sm leading-6 text-muted"
      />
      <PreviewButton draft={draft} store={store} />
    </Block>
  );
}

function PersonLine({ draft, participant }: { draft: Draft; participant: DraftParticipant }) {
  const { personId, part, name, cpf, email, requirements, group, atRequestOf } = participant;
  const questions = draft.documents.filter(({ selection }) => {
    if (selection === undefined) return false;
    return selection.askedOf === null ? part !== 'attestant' : selection.askedOf.includes(personId);
  }).length;
  return (
    <li className="flex gap-3">
      <Avatar name={name} size="sm" />
      {/* What does not fit beside the name goes under it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-44 text-sm">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="flex min-w-0 flex-wrap gap-x-1.5 text-muted">
            <span className="tabular">{formatCpf(cpf)}</span>
            <Email className="max-w-full">{email}</Email>
          </p>
          {atRequestOf?.person != null && (
            <p className="wrap-anywhere text-muted">
              A rogo de {atRequestOf.person.name},{' '}
              <span className="tabular">{formatCpf(atRequestOf.person.cpf)}</span>
              {atRequestOf.impediment !== null && `, que ${IMPEDIMENT_WORDS[atRequestOf.impediment]}`}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-1.5">
          {draft.ordered && <Badge tone="primary">{group}º a assinar</Badge>}
          <RequirementBadges requirements={requirements} withCpf />
          {questions > 0 && <Badge tone="info">Responde {plural(questions, 'pergunta')}</Badge>}
        </div>
      </div>
    </li>
  );
}
