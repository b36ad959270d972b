import { useQueryClient } from '@tanstack/react-query';
import { Building2, Check, FileText, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { CheckMark } from '@/components/ui/fields/checkbox.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { PrintsOtherwise } from '@/entities/document/prints-otherwise.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { isToSign } from '@/features/signing/outcome/outcome.ts';
import { SignPanel } from '@/features/signing/sign/sign-panel.tsx';
import { partWords } from '@/i18n/vocabulary.ts';
import type { ShowDocument } from '@/lib/address/document-in-address.ts';
import { afterPaint } from '@/lib/browser/after-paint.ts';
import { codeOf } from '@/lib/browser/fetch-code.ts';
import { formatBytes, plural } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';
import { cn } from '@/lib/style/cn.ts';

import { BeforeSigning } from './before-signing.tsx';
import { BroughtSignatures } from './brought-signatures.tsx';
import { DialogOverPage } from './dialog-over-page.tsx';
import { isAnswered, nextStep } from './next-step.ts';
import { note, noteOpen, useMark, useProgress, type OpenDialog } from './progress.ts';
import { signaturesQuery, type SigningDocument, type SigningRequest } from './queries.ts';

/** After the page itself has been shown, milliseconds. */
const READ_AHEAD_MS = 300;

// Of the few processes where there are any.
const ContactChanges = lazyPart(
  () => import('./contact-changes.tsx'),
  (code) => code.ContactChanges,
);

// Fetched with the first document read: the page itself shows sooner.
const fetchReading = codeOf(() => import('./reading.tsx'));
const Reading = lazyDialog(fetchReading, (code) => code.default);

/** What one is asked to sign: read first, then sign or refuse; one clear next step at a time. */
export function RequestView({
  request,
  personId,
  reading,
  onReading,
}: {
  request: SigningRequest;
  personId: string;
  /** The document open over the page; it is in the address, so that the back button closes it. */
  reading: string | undefined;
  onReading: ShowDocument;
}) {
  useTitle(request.summary);
  const queryClient = useQueryClient();
  const progress = useProgress();
  const { read, answers } = progress;
  const [mark, setMark] = useMark(personId);
  const name = usePersonSession()?.person.name ?? '';
  const [readerCame, setReaderCame] = useState(false);
  const leftOut = new Set(progress.leftOut);
  const pending = request.documents.filter(isToSign);
  const chosen = pending.filter((document) => !leftOut.has(document.signatureId));
  const unread = chosen.filter((document) => read[document.signatureId] === undefined);
  const step = nextStep(chosen, progress);
  const opened = request.documents.find((document) => document.documentId === reading);
  // Not while another is being read: what it still fetches comes first.
  useReaderAhead(request, opened === undefined ? unread[0] : undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: signaturesQuery(personId).queryKey });

  function toggle(document: SigningDocument): void {
    const next = new Set(leftOut);
    if (!next.delete(document.signatureId)) next.add(document.signatureId);
    note(() => ({ leftOut: [...next] }));
  }

  async function afterSigning(): Promise<void> {
    await refresh();
    // What was left out of this act is what remains to be signed.
    note(() => ({ leftOut: [], consentTo: undefined }));
  }

  const show = (dialog: OpenDialog | undefined) => noteOpen(request.processId, dialog);
  const reject = (documents: readonly SigningDocument[]) =>
    show({ kind: 'reject', signatureIds: documents.map(({ signatureId }) => signatureId) });
  const ask = ({ signatureId }: SigningDocument) => show({ kind: 'answer', signatureId });
  const open = ({ documentId }: SigningDocument) => afterPaint(() => onReading(documentId, 'open'));

  return (
    <>
      <div className="mx-auto w-full max-w-[880px] flex-1 px-4 py-8 sm:px-6 sm:py-10">
        <RequestHeading request={request} pending={pending.length} />
        <SignedSoFar request={request} pending={pending.length} />
        <ol aria-label="Documentos" className="mt-6 flex flex-col gap-3">
          {request.documents.map((document) => (
            <DocumentRow
              key={document.signatureId}
              document={document}
              read={read[document.signatureId] !== undefined}
              answer={answers[document.signatureId]}
              next={'document' in step && document.signatureId === step.document.signatureId}
              chosen={chosen.includes(document)}
              onToggle={
                isToSign(document) && (pending.length > 1 || leftOut.has(document.signatureId))
                  ? () => toggle(document)
                  : undefined
              }
              onRead={() => open(document)}
              onAnswer={() => ask(document)}
            />
          ))}
        </ol>
        {request.documents
          .filter(({ evidenceApart }) => evidenceApart)
          .map((document) => (
            <BroughtSignatures key={document.signatureId} request={request} document={document} />
          ))}
        {request.contactChanges.length > 0 && <ContactChanges changes={request.contactChanges} />}
        {step.kind === 'sign' && (
          <BeforeSigning
            requirements={request.requirements}
            mark={mark}
            name={name}
            onChangeMark={() => show({ kind: 'mark' })}
          />
        )}
      </div>
      <SignPanel
        // The consent is given to one act: what is signed next asks for it again.
        key={pending.length}
        request={request}
        chosen={chosen}
        step={step}
        mark={mark}
        onRead={open}
        onAnswer={ask}
        onReject={() => reject(chosen.length > 0 ? chosen : pending)}
        onSigned={afterSigning}
        onStale={refresh}
      />
      {opened !== undefined && (
        <Reading
          key={opened.signatureId}
          request={request}
          document={opened}
          again={read[opened.signatureId] !== undefined}
          onShown={() => setReaderCame(true)}
          onClose={() => onReading(undefined, 'close')}
          onRead={() => {
            const next = unread.find((document) => document !== opened);
            if (next === undefined) onReading(undefined, 'close');
            else onReading(next.documentId, 'turn');
          }}
          onReject={() => reject([opened])}
        />
      )}
      {/* Above the reader, whichever's code comes first after a reload. */}
      {(opened === undefined || readerCame) && (
        <DialogOverPage
          dialog={progress.open[request.processId]}
          pending={pending}
          answers={answers}
          mark={mark}
          name={name}
          onMark={setMark}
          onShow={show}
          onRejected={async () => {
            if (opened !== undefined) onReading(undefined, 'close');
            await refresh();
          }}
        />
      )}
    </>
  );
}

/** Fetches the reader while its visitor looks at the list, so that the first document opens at once. */
function useReaderAhead(request: SigningRequest, next: SigningDocument | undefined): void {
  const prepare = useEffectEvent((_documentId: string | undefined) => {
    // A failed fetch ahead of time costs nothing: the click fetches again, and shows its failure.
    void fetchReading()
      .then((code) => code.prepareReader(request, next))
      .catch(() => undefined);
  });
  const nextId = next?.documentId;
  useEffect(() => {
    const timer = setTimeout(() => prepare(nextId), READ_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [nextId]);
}

/** After an act that left something out: what is done, and what is not. */
function SignedSoFar({ request, pending }: { request: SigningRequest; pending: number }) {
  const signed = request.documents.filter((code) => code.signatureStatus === 'signed').length;
  const before = useRef(signed);
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: the focus goes where the answer is.
    if (signed > before.current) told.current?.focus();
    before.current = signed;
  }, [signed]);
  if (signed === 0) return null;
  return (
    <p
      ref={told}
      tabIndex={-1}
      className="mt-4 flex items-center gap-2 rounded-xl border border-success-line bg-success-soft px-4 py-3 text-sm text-success outline-none"
    >
      <Check aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.6} />
      {plural(signed, 'documento assinado', 'documentos assinados')};{' '}
      {pending === 1 ? 'falta 1' : `faltam ${pending}`}
    </p>
  );
}

function RequestHeading({ request, pending }: { request: SigningRequest; pending: number }) {
  return (
    <div>
      <p className="text-sm text-muted">
        <strong className="font-medium text-ink">{request.requesterName}</strong>, de {request.tenantName},
        pede a sua assinatura em {plural(pending, 'documento')}
      </p>
      <h1 className="mt-1.5 text-2xl font-semibold break-words">{request.summary}</h1>
      <ul className="mt-3 flex flex-wrap gap-2">
        <li>
          <Badge
            icon={<Building2 aria-hidden="true" />}
            className="h-auto! min-h-6 py-0.5 whitespace-normal!"
          >
            {request.companyName}
          </Badge>
        </li>
        <li>
          <Badge tone="primary" icon={<UserRound aria-hidden="true" />}>
            Você assina como {partWords[request.part].label.toLocaleLowerCase('pt-BR')}
          </Badge>
        </li>
      </ul>
    </div>
  );
}

function DocumentRow({
  document,
  read,
  next,
  chosen,
  answer,
  onToggle,
  onRead,
  onAnswer,
}: {
  document: SigningDocument;
  read: boolean;
  /** Options chosen so far, where the document asks a question. */
  answer: readonly string[] | undefined;
  /** The one to read now. */
  next: boolean;
  chosen: boolean;
  onToggle: (() => void) | undefined;
  onRead: () => void;
  onAnswer: () => void;
}) {
  const open = isToSign(document);
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 card p-4',
        next && 'border-primary-line',
        !chosen && open && 'opacity-75',
      )}
    >
      {onToggle === undefined ? (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
          <FileText aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <CheckMark checked={chosen} onChange={onToggle} aria-label={`Assinar ${document.name}`} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-[0.9375rem] font-medium break-words">{document.name}</h2>
        <p className="text-[0.8125rem] text-muted">
          {plural(document.pages, 'página')} · {formatBytes(document.sizeBytes)}
        </p>
        {document.printsOtherwise && <PrintsOtherwise className="mt-2" />}
      </div>
      <div className="flex items-center gap-3">
        {open ? (
          read && (
            <span className="inline-flex items-center gap-1.5 text-sm text-success">
              <Check aria-hidden="true" className="size-4" strokeWidth={2.6} />
              Lido
            </span>
          )
        ) : (
          <StatusBadge
            of="signature"
            own
            status={document.signatureStatus}
            expired={document.expired}
            documentStatus={document.documentStatus}
          />
        )}
        <Button
          variant={next ? 'soft' : 'secondary'}
          size="sm"
          onClick={onRead}
          aria-label={`${read ? 'Reler' : 'Ler'} ${document.name}`}
        >
          {read ? 'Reler' : 'Ler'}
        </Button>
      </div>
      {document.selection !== null && read && open && (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
          <div className="min-w-0 flex-1 basis-48 text-[0.8125rem]">
            <p className="wrap-anywhere text-muted">{document.selection.question}</p>
            <p className="mt-0.5 font-medium wrap-anywhere">
              {!isAnswered(document, answer)
                ? 'Ainda sem resposta'
                : answer?.length === 0
                  ? 'Nenhuma das opções'
                  : answer?.join('; ')}
            </p>
          </div>
          <Button
            size="sm"
            variant={next && !isAnswered(document, answer) ? 'soft' : 'secondary'}
            onClick={onAnswer}
            aria-label={`${isAnswered(document, answer) ? 'Mudar a resposta de' : 'Responder'} ${document.name}`}
          >
            {isAnswered(document, answer) ? 'Mudar' : 'Responder'}
          </Button>
        </div>
      )}
    </li>
  );
}
