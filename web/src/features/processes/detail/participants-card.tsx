import { formatCpf } from '@lacre/contracts/brazil';
import { ERASED } from '@lacre/contracts/erased';
import { MailX } from 'lucide-react';

import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import type { ProcessDetail, ProcessParticipant, ProcessSignature } from '@/entities/process/queries.ts';
import { RequirementBadges } from '@/entities/process/requirements.tsx';
import { SignatureProgress } from '@/entities/process/signature-progress.tsx';
import { WordBadge } from '@/entities/process/status-badge.tsx';
import { PARTS, partWords, processMeaning } from '@/i18n/vocabulary.ts';
import { formatDateTime, formatList } from '@/lib/format/format.ts';
import { masks } from '@/lib/input/masks.ts';

import { ParticipantActs } from './participant-acts.tsx';
import { OneSignature, SeveralSignatures } from './participant-signatures.tsx';
import { personState, type PersonState } from './person-state.ts';
import type { Steering } from './steering-dialogs.tsx';

const RequestingPerson = lazyPart(
  () => import('./requesting-person.tsx'),
  (code) => code.RequestingPerson,
);

interface Acts {
  /** Undefined where the process is looked at as it was: nothing can be done then. */
  onSteer: ((steering: Steering) => void) | undefined;
  /** Shows what a participant saw when signing. */
  onSeen: (signature: ProcessSignature) => void;
}

/** Who takes part, where each stands, and what can be done about it: what the requester comes for. */
export function ParticipantsCard({ process, ...acts }: Acts & { process: ProcessDetail }) {
  const ordered = new Set(process.participants.map(({ group }) => group)).size > 1;
  const people = process.participants.toSorted(
    (one, other) => one.group - other.group || PARTS.indexOf(one.part) - PARTS.indexOf(other.part),
  );
  return (
    <section aria-labelledby="participantes" className="card">
      <div className="border-b border-line px-4 py-2.5 sm:px-5">
        <div className="flex items-center justify-between gap-4">
          <h2 id="participantes" className="font-semibold">
            Participantes
          </h2>
          <SignatureProgress
            done={process.signaturesDone}
            total={process.signaturesTotal}
            status={process.status}
          />
        </div>
        <p className="text-[0.8125rem] wrap-anywhere text-muted">
          <Standing process={process} ordered={ordered} />
        </p>
      </div>
      <ul className="divide-y divide-line">
        {people.map((participant) => (
          <ParticipantRow
            key={participant.personId}
            process={process}
            participant={participant}
            ordered={ordered}
            {...acts}
          />
        ))}
      </ul>
    </section>
  );
}

/** The state of the process in a sentence: who is awaited, or how it ended; and of a minimum, how many are enough. */
function Standing({ process, ordered }: { process: ProcessDetail; ordered: boolean }) {
  const waiting = process.waitingFor.map(({ name }) => name);
  const signatories = process.participants.filter(({ part }) => part === 'signatory').length;
  return (
    <>
      {process.status === 'waiting' && waiting.length > 0 ? (
        <>
          {ordered ? 'A vez é de' : waiting.length === 1 ? 'Falta' : 'Faltam'}{' '}
          <span className="font-medium text-ink">{formatList(waiting)}</span>.
        </>
      ) : (
        processMeaning(
          process.status,
          process.documents.map(({ status }) => status),
        )
      )}
      {process.minimumSignatories < signatories && (
        <>
          {' '}
          {partWords.signatory.plural}: ao menos {process.minimumSignatories} de {signatories} assinam
          {process.acceptsLateSignatures && '; os demais ainda podem assinar'}.
        </>
      )}
    </>
  );
}

function ParticipantRow({
  process,
  participant,
  ordered,
  onSteer,
  onSeen,
}: Acts & {
  process: ProcessDetail;
  participant: ProcessParticipant;
  /** Participants sign one after another. */
  ordered: boolean;
}) {
  const state = personState(process, participant);
  const [only] = state.signatures;
  const erased = participant.name === ERASED;
  return (
    <li className="flex gap-3 px-4 py-2 sm:px-5">
      <Avatar name={participant.name} size="sm" className="max-sm:hidden" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="flex min-h-8 min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="text-sm font-medium wrap-anywhere">
            {erased ? 'Dados removidos' : participant.name}
          </h3>
          <WordBadge word={state.word} status={state.pending ? 'pending' : (only?.status ?? 'pending')} />
          {ordered && <Badge>{participant.group}º a assinar</Badge>}
          {state.pending && <RequirementBadges requirements={participant.requirements} />}
        </div>
        {state.pending && onSteer !== undefined && (
          // On a phone it goes below what is said of the person.
          <ParticipantActs process={process} participant={participant} state={state} onSteer={onSteer} />
        )}
        <div className="flex w-full flex-wrap gap-x-2 text-[0.8125rem] text-muted">
          <Identity participant={participant} erased={erased} />
          {participant.atRequestOf !== null && (
            <RequestingPerson request={participant.atRequestOf} signed={only?.status === 'signed'} />
          )}
          {state.pending && <Invitation participant={participant} state={state} />}
          {state.signatures.length > 1 ? (
            <SeveralSignatures process={process} signatures={state.signatures} onSeen={onSeen} />
          ) : (
            only !== undefined && <OneSignature signature={only} onSeen={onSeen} />
          )}
        </div>
      </div>
    </li>
  );
}

/** What is known of a participant; a phone shows the part and the address alone. */
function Identity({
  participant: { part, cpf, email, cellphoneNumber },
  erased,
}: {
  participant: ProcessParticipant;
  erased: boolean;
}) {
  if (erased)
    return <p>Os dados pessoais foram apagados. O que a pessoa fez no processo continua registrado.</p>;
  return (
    <>
      <span>{partWords[part].label}</span>
      <span className="tabular max-sm:hidden">{formatCpf(cpf)}</span>
      <Email className="max-w-full">{email}</Email>
      {cellphoneNumber !== null && (
        <span className="tabular max-sm:hidden">{masks.phone.format(cellphoneNumber)}</span>
      )}
    </>
  );
}

/** What they have seen; before that, where the message stands that asks them to sign. */
function Invitation({
  participant: { invitation },
  state: { turn, seen },
}: {
  participant: ProcessParticipant;
  state: PersonState;
}) {
  if (invitation === 'undeliverable') {
    return (
      <p className="flex items-center gap-1.5 text-danger">
        <MailX aria-hidden="true" className="size-4 shrink-0" />O email recusou o convite: corrija o contato.
      </p>
    );
  }
  if (seen !== undefined)
    return (
      <p>
        {seen.how === 'read' ? 'Leu em' : 'Abriu em'}{' '}
        <time dateTime={seen.at} className="tabular">
          {formatDateTime(seen.at)}
        </time>
        .
      </p>
    );
  const text =
    invitation === 'waiting-turn' && !turn
      ? 'Será chamado quando chegar a vez.'
      : invitation === 'queued'
        ? 'Convite a caminho.'
        : 'Convite enviado.';
  return <p className="text-subtle">{text}</p>;
}
