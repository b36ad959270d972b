import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { isOptional, isToSign } from '@/features/signing/outcome/outcome.ts';
import { SignPanel } from '@/features/signing/sign/sign-panel.tsx';
import { say } from '@/i18n/say.ts';
import type { ShowDocument } from '@/lib/address/document-in-address.ts';
import { afterPaint } from '@/lib/browser/after-paint.ts';
import { codeOf } from '@/lib/browser/fetch-code.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { BeforeSigning } from './before-signing.tsx';
import { BroughtSignatures } from './brought-signatures.tsx';
import { DialogOverPage } from './dialog-over-page.tsx';
import { DocumentRow } from './document-row.tsx';
import { actOf, nextStep } from './next-step.ts';
import { note, noteOpen, useMark, useProgress, type OpenDialog } from './progress.ts';
import { signaturesQuery, type SigningDocument, type SigningRequest } from './queries.ts';
import { RequestHeading, SignedSoFar } from './request-heading.tsx';
import { Steps } from './steps.tsx';
import { WhoIsHere } from './who-is-here.tsx';

/** After the page itself has been shown, milliseconds. */
const READ_AHEAD_MS = 300;

// Of the few processes where there are any.
const ContactChanges = lazyPart(
  () => import('./contact-changes.tsx'),
  (code) => code.ContactChanges,
);

const AtRequest = lazyPart(
  () => import('./at-request.tsx'),
  (code) => code.AtRequest,
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
    note(() => ({ leftOut: [], consentTo: undefined, declaredFor: undefined }));
  }

  const show = (dialog: OpenDialog | undefined) => noteOpen(request.processId, dialog);
  /** Of what is not needed there is nothing to refuse. */
  const rejecting = (documents: readonly SigningDocument[]) => {
    const signatureIds = documents.filter(({ needed }) => needed).map(({ signatureId }) => signatureId);
    return signatureIds.length === 0 ? undefined : () => show({ kind: 'reject', signatureIds });
  };
  const ask = ({ signatureId }: SigningDocument) => show({ kind: 'answer', signatureId });
  const open = ({ documentId }: SigningDocument) => afterPaint(() => onReading(documentId, 'open'));
  // Several are a list first, contacts that were changed are to be seen before, and at a totem no mail said what it is.
  const isShownFirst = request.documents.length > 1 || request.contactChanges.length > 0 || isTotem();
  const [only] = isShownFirst ? [] : unread;
  useOpenedAtOnce(opened === undefined ? only : undefined, open);

  return (
    <>
      <div className="mx-auto w-full max-w-[880px] flex-1 px-4 py-8 sm:px-6 sm:py-10">
        <WhoIsHere name={name} />
        <Steps at={step.kind === 'sign' ? 'sign' : 'read'} />
        <RequestHeading request={request} pending={pending.length} />
        <SignedSoFar request={request} pending={pending.length} />
        {pending.some(isOptional) && (
          <Callout tone="info" title={say('Sua assinatura já não é obrigatória')} className="mt-6">
            {say(
              'O mínimo de representantes assinou. Se quiser, você ainda pode assinar até o documento ser concluído.',
            )}
          </Callout>
        )}
        <ol aria-label={say('Documentos')} className="mt-6 flex flex-col gap-3">
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
        {request.mayDelegate && (
          <p className="mt-4 text-sm text-muted">
            {say('Quem deve assinar é outra pessoa?')}{' '}
            <button
              type="button"
              className="inline-block rounded py-0.5 text-primary-ink underline underline-offset-4"
              onClick={() => show({ kind: 'delegate' })}
            >
              {say('Encaminhar a quem deve assinar')}
            </button>
          </p>
        )}
        {request.contactChanges.length > 0 && <ContactChanges changes={request.contactChanges} />}
        {request.declaration !== null && pending.length > 0 && (
          <AtRequest
            declaration={request.declaration}
            act={step.kind === 'sign' ? actOf(chosen) : undefined}
          />
        )}
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
        onReject={rejecting(chosen.length > 0 ? chosen : pending)}
        onSigned={afterSigning}
        onStale={refresh}
      />
      {opened !== undefined && (
        <Reading
          key={opened.signatureId}
          request={request}
          document={opened}
          again={read[opened.signatureId] !== undefined}
          accepts={pending.length === 1 && chosen.includes(opened)}
          onShown={() => setReaderCame(true)}
          onClose={() => onReading(undefined, 'close')}
          onRead={(accepted) => {
            if (accepted) note(() => ({ consentTo: actOf(chosen) }));
            const next = unread.find((document) => document !== opened);
            if (next === undefined) onReading(undefined, 'close');
            else onReading(next.documentId, 'turn');
          }}
          onReject={rejecting([opened])}
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
          delegable={request.mayDelegate ? request.processId : undefined}
          onDelegated={refresh}
          onRejected={async () => {
            if (opened !== undefined) onReading(undefined, 'close');
            await refresh();
          }}
        />
      )}
    </>
  );
}

/** Opens the only document there is, once: one that was opened before is opened again by its reader alone. */
function useOpenedAtOnce(only: SigningDocument | undefined, open: (document: SigningDocument) => void): void {
  const { pages } = useProgress();
  const openOnce = useEffectEvent(() => {
    if (only !== undefined && pages[only.signatureId] === undefined) open(only);
  });
  useEffect(() => openOnce(), []);
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
