import { formatCpf } from '@lacre/contracts/brazil';
import { ERASED } from '@lacre/contracts/erased';
import { BellRing, ChevronDown, Fingerprint, MailX, PenLine, UserRoundPen } from 'lucide-react';

import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { MenuItem } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import {
  signingLink,
  type ProcessDetail,
  type ProcessDocument,
  type ProcessParticipant,
  type ProcessSignature,
} from '@/entities/process/queries.ts';
import { RequirementBadges } from '@/entities/process/requirements.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { formatDateTime, plural } from '@/lib/format/format.ts';
import { masks } from '@/lib/input/masks.ts';

import type { Steering } from './steering-dialogs.tsx';

interface Acts {
  /** Undefined where the process is looked at as it was: nothing can be done then. */
  onSteer: ((steering: Steering) => void) | undefined;
  /** Shows what a participant saw when signing. */
  onSeen: (signature: ProcessSignature) => void;
}

/** Who takes part, and where each stands. */
export function ParticipantsCard({ process, ...acts }: Acts & { process: ProcessDetail }) {
  const ordered = new Set(process.participants.map(({ group }) => group)).size > 1;
  return (
    <section aria-labelledby="participantes" className="card">
      <h2 id="participantes" className="border-b border-line px-5 py-4 font-semibold sm:px-6">
        Participantes
      </h2>
      {PARTS.map((part) => {
        const participants = process.participants.filter((participant) => participant.part === part);
        if (participants.length === 0) return null;
        const fewer = part === 'signatory' && process.minimumSignatories < participants.length;
        return (
          <div key={part} className="border-b border-line last:border-0">
            <h3 className="px-5 pt-4 text-[0.8125rem] font-medium text-subtle sm:px-6">
              {partWords[part].plural}
              {fewer && ` · ao menos ${process.minimumSignatories} de ${participants.length} assinam`}
              {fewer && process.acceptsLateSignatures && '; os demais ainda podem assinar'}
            </h3>
            <ul>
              {participants.map((participant) => (
                <ParticipantRow
                  key={participant.personId}
                  process={process}
                  participant={participant}
                  ordered={ordered}
                  {...acts}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** Who it is, or that they are not named any more. */
function Identity({
  participant: { name, cpf, email, cellphoneNumber },
}: {
  participant: ProcessParticipant;
}) {
  const erased = name === ERASED;
  return (
    <>
      <p className="text-sm font-medium break-words">{erased ? 'Dados removidos' : name}</p>
      {erased ? (
        <p className="text-[0.8125rem] text-muted">
          Os dados pessoais foram apagados. O que a pessoa fez no processo continua registrado.
        </p>
      ) : (
        <p className="flex min-w-0 flex-wrap gap-x-1.5 text-[0.8125rem] text-muted">
          <span className="tabular">{formatCpf(cpf)}</span>
          <Email className="max-w-full">{email}</Email>
          {cellphoneNumber !== null && <span className="tabular">{masks.phone.format(cellphoneNumber)}</span>}
        </p>
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
  const signatures = process.signatures.filter((signature) => signature.personId === participant.personId);
  const [only] = signatures;
  const pending = signatures.some((signature) => signature.status === 'pending');
  const several = signatures.length > 1;
  const turn = process.waitingFor.some(({ personId }) => personId === participant.personId);
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <Avatar name={participant.name} size="sm" />
        <div className="min-w-0 flex-1 basis-36 sm:basis-44">
          <Identity participant={participant} />
          <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            <RequirementBadges requirements={participant.requirements} />
          </div>
          {pending && <Invitation participant={participant} turn={turn} />}
        </div>
        {/* On a phone the dots stay beside the name, and the rest goes below it. */}
        <div className="flex flex-wrap items-center gap-2 max-sm:order-1 max-sm:basis-full max-sm:pl-13">
          {ordered && <Badge>{participant.group}º a assinar</Badge>}
          {!several && only !== undefined && (
            <StatusBadge
              of="signature"
              status={only.status}
              expired={only.expired}
              documentStatus={documentOf(process, only)?.status}
            />
          )}
          {pending && onSteer !== undefined && (
            <CopyButton text={signingLink(process.processId, participant.personId)} label="Copiar link" />
          )}
        </div>
        {pending && onSteer !== undefined && (
          <MoreMenu label={`Ações de ${participant.name}`} size="iconSm">
            <MenuItem
              icon={<BellRing />}
              disabled={!turn}
              onSelect={() => onSteer({ act: 'remind', participants: [participant] })}
            >
              {turn ? 'Enviar lembrete' : 'Sem lembrete antes da vez'}
            </MenuItem>
            <MenuItem icon={<PenLine />} onSelect={() => onSteer({ act: 'contact', participant })}>
              Corrigir contato
            </MenuItem>
            <MenuItem
              icon={<UserRoundPen />}
              disabled={signatures.some(({ status }) => status === 'signed' || status === 'rejected')}
              onSelect={() => onSteer({ act: 'replace', participant })}
            >
              Substituir por outra pessoa
            </MenuItem>
          </MoreMenu>
        )}
      </div>
      {several ? (
        <Signatures process={process} signatures={signatures} onSeen={onSeen} />
      ) : (
        only !== undefined && (
          <div className="mt-1 sm:ml-13">
            <SignatureFact signature={only} onSeen={onSeen} />
          </div>
        )
      )}
    </li>
  );
}

/** Where the message stands that asks them to sign. */
function Invitation({ participant, turn }: { participant: ProcessParticipant; turn: boolean }) {
  if (participant.invitation === 'undeliverable') {
    return (
      <p className="mt-1 flex items-center gap-1.5 text-[0.8125rem] text-danger">
        <MailX aria-hidden="true" className="size-4 shrink-0" />O email recusou o convite: corrija o contato.
      </p>
    );
  }
  const text =
    participant.invitation === 'waiting-turn' && !turn
      ? 'Será chamado quando chegar a vez.'
      : participant.invitation === 'queued'
        ? 'Convite a caminho.'
        : 'Convite enviado.';
  return <p className="mt-1 text-[0.8125rem] text-subtle">{text}</p>;
}

/** Of several documents: in one line while they stand alike, and one by one for who asks. */
function Signatures({
  process,
  signatures,
  onSeen,
}: Pick<Acts, 'onSeen'> & {
  process: ProcessDetail;
  signatures: readonly ProcessSignature[];
}) {
  const done = signatures.filter(({ status }) => status === 'signed').length;
  const refused = signatures.filter(({ status, expired }) => status === 'rejected' && !expired).length;
  return (
    <details className="group mt-2 text-sm sm:ml-13">
      <summary className="-mx-2 flex w-fit list-none items-center gap-2 rounded-lg px-2 py-1 text-muted hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-subtle transition-transform group-open:rotate-180"
        />
        {done} de {signatures.length} assinados{refused > 0 && `, ${plural(refused, 'recusado')}`}
      </summary>
      <ul className="mt-2 flex flex-col gap-2 border-l border-line pl-4">
        {signatures.map((signature) => (
          <li key={signature.signatureId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere text-muted">
              {documentOf(process, signature)?.name}
            </span>
            <SignatureFact signature={signature} onSeen={onSeen} />
            <StatusBadge
              of="signature"
              status={signature.status}
              expired={signature.expired}
              documentStatus={documentOf(process, signature)?.status}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

function documentOf(process: ProcessDetail, signature: ProcessSignature): ProcessDocument | undefined {
  return process.documents.find((document) => document.documentId === signature.documentId);
}

function SignatureFact({ signature, onSeen }: Pick<Acts, 'onSeen'> & { signature: ProcessSignature }) {
  if (signature.signedAt !== null) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-subtle">
        <time dateTime={signature.signedAt} className="tabular">
          {formatDateTime(signature.signedAt)}
        </time>
        {signature.chosen !== null && (
          <span className="text-muted">Respondeu: {signature.chosen.join(', ') || 'em branco'}</span>
        )}
        <button
          type="button"
          onClick={() => onSeen(signature)}
          className="-my-1 inline-flex min-h-8 items-center gap-1.5 rounded-lg px-1.5 text-primary-ink hover:bg-hover"
        >
          <Fingerprint aria-hidden="true" className="size-4" />O que viu
        </button>
      </span>
    );
  }
  if (signature.rejectReason !== null) {
    return <span className="text-[0.8125rem] break-words text-muted">Motivo: {signature.rejectReason}</span>;
  }
  return null;
}
