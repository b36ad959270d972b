import { ChevronDown, Fingerprint } from 'lucide-react';

import type { ProcessDetail, ProcessDocument, ProcessSignature } from '@/entities/process/queries.ts';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { formatDateTime, plural } from '@/lib/format/format.ts';

type OnSeen = (signature: ProcessSignature) => void;

/** Of several documents: in one line while they stand alike, and one by one when expanded. */
export function SeveralSignatures({
  process,
  signatures,
  onSeen,
}: {
  process: ProcessDetail;
  signatures: readonly ProcessSignature[];
  onSeen: OnSeen;
}) {
  const done = signatures.filter(({ status }) => status === 'signed').length;
  const refused = signatures.filter(({ status, expired }) => status === 'rejected' && !expired).length;
  return (
    <details className="group open:basis-full">
      <summary className="-mx-1.5 flex min-h-6 w-fit list-none items-center gap-1 rounded px-1.5 hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-3.5 text-subtle transition-transform group-open:rotate-180"
        />
        {done} de {signatures.length} assinados{refused > 0 && `, ${plural(refused, 'recusado')}`}
      </summary>
      <ul className="mt-1.5 mb-1 flex flex-col gap-2 border-l border-line pl-3">
        {signatures.map((signature) => (
          <li key={signature.signatureId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere text-muted">
              {documentOf(process, signature)?.name}
            </span>
            <OneSignature signature={signature} onSeen={onSeen} />
            {signature.status === 'pending' && <Seen signature={signature} />}
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

/** Whether the document was opened or read, and when. */
function Seen({ signature: { openedAt, readAt } }: { signature: ProcessSignature }) {
  const at = readAt ?? openedAt;
  if (at === null) return null;
  return (
    <span>
      {readAt === null ? 'Abriu em' : 'Leu em'}{' '}
      <time dateTime={at} className="tabular">
        {formatDateTime(at)}
      </time>
    </span>
  );
}

/** When it was signed and with which answer, or why it was refused. */
export function OneSignature({ signature, onSeen }: { signature: ProcessSignature; onSeen: OnSeen }) {
  if (signature.signedAt !== null) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-subtle">
        <time dateTime={signature.signedAt} className="tabular">
          {formatDateTime(signature.signedAt)}
        </time>
        {signature.chosen !== null && (
          <span className="text-muted">Respondeu: {signature.chosen.join(', ') || 'em branco'}</span>
        )}
        <button
          type="button"
          onClick={() => onSeen(signature)}
          className="-my-1 inline-flex min-h-7 items-center gap-1.5 rounded-lg px-1.5 text-primary-ink hover:bg-hover"
        >
          <Fingerprint aria-hidden="true" className="size-4" />O que viu
        </button>
      </span>
    );
  }
  if (signature.rejectReason !== null) {
    return <span className="break-words">Motivo: {signature.rejectReason}</span>;
  }
  return null;
}
