import { formatCpf } from '@lacre/contracts/brazil';
import { ChevronDown, MailX, MapPin } from 'lucide-react';

import { StatusBadge } from '@/components/app/status-badge.tsx';
import { Avatar } from '@/components/ui/avatar.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { formatDateTime, plural } from '@/lib/format.ts';

import {
  signingLink,
  type ProcessDetail,
  type ProcessDocument,
  type ProcessParticipant,
  type ProcessSignature,
} from '../queries.ts';

/** Who takes part, and where each stands. */
export function ParticipantsCard({ process }: { process: ProcessDetail }) {
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
            </h3>
            <ul>
              {participants.map((participant) => (
                <ParticipantRow key={participant.personId} process={process} participant={participant} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function ParticipantRow({
  process,
  participant,
}: {
  process: ProcessDetail;
  participant: ProcessParticipant;
}) {
  const signatures = process.signatures.filter((signature) => signature.personId === participant.personId);
  const pending = signatures.some((signature) => signature.status === 'pending');
  const several = signatures.length > 1;
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <Avatar name={participant.name} size="sm" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="text-sm font-medium break-words">{participant.name}</p>
          <p className="flex min-w-0 flex-wrap gap-x-1.5 text-[0.8125rem] text-muted">
            <span className="tabular">{formatCpf(participant.cpf)}</span>
            <span className="max-w-full wrap-anywhere">{participant.email}</span>
          </p>
          {pending && participant.invitation === 'undeliverable' && (
            <p className="mt-1 flex items-center gap-1.5 text-[0.8125rem] text-danger">
              <MailX aria-hidden="true" className="size-4 shrink-0" />O e-mail recusou o convite: envie o link
              por outro meio.
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:pl-13">
          {participant.requirements.location && (
            <Badge icon={<MapPin aria-hidden="true" />}>Localização</Badge>
          )}
          {!several && signatures[0] !== undefined && (
            <StatusBadge
              of="signature"
              status={signatures[0].status}
              expired={signatures[0].expired}
              documentStatus={documentOf(process, signatures[0])?.status}
            />
          )}
          {pending && (
            <CopyButton text={signingLink(process.processId, participant.personId)} label="Copiar link" />
          )}
        </div>
      </div>
      {several ? (
        <Signatures process={process} signatures={signatures} />
      ) : (
        signatures[0] !== undefined && (
          <div className="mt-1 sm:ml-13">
            <SignatureFact signature={signatures[0]} />
          </div>
        )
      )}
    </li>
  );
}

/** Of several documents: in one line while they stand alike, and one by one for who asks. */
function Signatures({
  process,
  signatures,
}: {
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
            <SignatureFact signature={signature} />
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

function SignatureFact({ signature }: { signature: ProcessSignature }) {
  if (signature.signedAt !== null) {
    return (
      <time dateTime={signature.signedAt} className="text-[0.8125rem] text-subtle tabular">
        {formatDateTime(signature.signedAt)}
      </time>
    );
  }
  if (signature.rejectReason !== null) {
    return <span className="text-[0.8125rem] break-words text-muted">Motivo: {signature.rejectReason}</span>;
  }
  return null;
}
