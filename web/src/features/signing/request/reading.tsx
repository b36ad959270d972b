import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

import { preloadPdfViewer } from '@/components/pdf/lazy-pdf-viewer.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { documentSignaturesQuery } from '@/entities/document/document-signatures-query.ts';
import { ConsentStatement } from '@/features/signing/identify/terms-link.tsx';
import { isToSign } from '@/features/signing/outcome/outcome.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { pathOf } from '@/lib/api/client.ts';
import { downloadFile, originalFileName } from '@/lib/api/download.ts';
import { formatNumber } from '@/lib/format/format.ts';
import { personApi } from '@/lib/session/person-session.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';

import { PagesSeen } from './pages-seen.tsx';
import { note, useProgress } from './progress.ts';
import type { SigningDocument, SigningRequest } from './queries.ts';
import { recordReading } from './record-reading.ts';

/** Fetches the viewer and begins to read the document that comes next, if there is one. */
export const prepareReader = (request: SigningRequest, next: SigningDocument | undefined): void =>
  preloadPdfViewer(next === undefined ? undefined : sourceOf(request, next));

const sourceOf = ({ processId }: SigningRequest, { documentId }: SigningDocument) => ({
  url: pathOf('readDocument', { processId, documentId }),
  client: personApi,
});

/** Saves what is to be signed, as it is shown. */
const saveShown = ({ processId }: SigningRequest, { documentId, name }: SigningDocument) =>
  downloadFile(personApi, 'readDocument', { processId, documentId }, originalFileName(name));

/**
 * One document over the whole screen. It counts as read once all of its bytes were here and are the right ones, and
 * either every page was shown or the person declares to have read it: pressing a button is no reading.
 */
export default function Reading({
  request,
  document,
  onShown,
  onClose,
  onRead,
  onReject,
  again,
  accepts,
}: {
  request: SigningRequest;
  document: SigningDocument;
  /** It is there: its code has come, and what is opened next lies above it. */
  onShown: () => void;
  onClose: () => void;
  /** Read, and `accepted` with it; what comes next is the caller's to say. */
  onRead: (accepted: boolean) => void;
  /** Undefined where there is nothing to refuse. */
  onReject: (() => void) | undefined;
  /** It has been read before. */
  again: boolean;
  /** It is all that is to be signed: to have read it is said together with the consent. */
  accepts: boolean;
}) {
  const tellShown = useEffectEvent(onShown);
  useEffect(() => tellShown(), []);
  const [drawn, setDrawn] = useState(false);
  const [shown, setShown] = useState<string>();
  const [share, setShare] = useState(0);
  const { signatureId } = document;
  const kept = useProgress();
  // Where they had come to, as it was when the document opened; from there on the viewer counts.
  const [resumed] = useState({ pages: kept.pages[signatureId] ?? [], page: kept.page[signatureId] });
  const pagesShown = (kept.pages[signatureId] ?? []).length;
  const [declared, setDeclared] = useState(again);
  // The same function each time: a page drawn for another would be drawn again.
  const noteDrawn = useCallback(() => setDrawn(true), []);
  const noteShown = (shownPages: readonly number[]) =>
    note(({ pages }) => ({ pages: { ...pages, [signatureId]: shownPages } }));
  const notePage = (number: number) => note(({ page }) => ({ page: { ...page, [signatureId]: number } }));
  // A failure to read them is shown on the page below, which asks for them too.
  const brought = useQuery({
    ...documentSignaturesQuery(personApi, {
      processId: request.processId,
      documentId: document.documentId,
    }),
    enabled: document.evidenceApart,
  });
  const ordinal = request.documents.indexOf(document) + 1;
  const wrong = shown !== undefined && shown !== document.sha256;
  const ready = drawn && shown !== undefined && !wrong;
  const unseen = !again && pagesShown < document.pages;
  const opened = ready && isToSign(document);
  useEffect(() => {
    if (opened) recordReading({ signatureId, documentSha256: document.sha256 });
  }, [opened, signatureId, document.sha256]);

  return (
    <ViewerOverlay
      inAddress
      source={sourceOf(request, document)}
      title={document.name}
      subtitle={say(
        'Documento {0} de {1} · {2}',
        ordinal,
        request.documents.length,
        counted(document.pages, 'página'),
      )}
      onClose={onClose}
      // A totem is shared: nothing is left on it.
      onDownload={isTotem() ? undefined : () => saveShown(request, document)}
      signatures={brought.data?.items}
      onDrawn={noteDrawn}
      resumed={resumed}
      onShown={noteShown}
      onPage={notePage}
      onHashed={setShown}
      onShare={setShare}
      footer={
        isToSign(document) && (
          // A phone held sideways has room for one line of it.
          <div className="mx-auto flex max-w-[880px] flex-col gap-3 short:flex-row short:items-center short:gap-6">
            {!again && <PagesSeen shown={pagesShown} pages={document.pages} />}
            {wrong && (
              <Callout tone="danger">
                {say('O documento mostrado não é o deste processo. Feche e abra-o de novo.')}
              </Callout>
            )}
            {ready && unseen && (
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 short:min-w-0 short:flex-1 short:gap-y-0.5">
                <p className="text-[0.8125rem] text-muted tabular">
                  {say(
                    '{0} de {1}. Veja até o fim, ou:',
                    formatNumber(pagesShown),
                    counted(document.pages, 'página vista', 'páginas vistas'),
                  )}
                </p>
                <Checkbox
                  className="py-0"
                  checked={declared}
                  onChange={(event) => setDeclared(event.target.checked)}
                  label={say('Declaro que li o documento inteiro')}
                />
              </div>
            )}
            {ready && accepts && (
              <ConsentStatement className="text-[0.8125rem] text-muted short:min-w-0 short:flex-1" />
            )}
            <div className="flex flex-wrap items-center justify-between gap-3 *:only:ml-auto short:ml-auto">
              {onReject !== undefined && (
                <Button variant="dangerGhost" flush="start" onClick={onReject}>
                  {say('Recusar')}
                </Button>
              )}
              <Button
                variant="primary"
                disabled={wrong || (ready && unseen && !declared)}
                busy={!ready && !wrong}
                onClick={() => {
                  if (shown === undefined) return;
                  note(({ read }) => ({ read: { ...read, [signatureId]: shown } }));
                  recordReading({
                    signatureId,
                    documentSha256: shown,
                    read: { pagesShown, declared: declared && pagesShown < document.pages },
                  });
                  onRead(accepts);
                }}
              >
                {ready || wrong
                  ? accepts
                    ? say('Li o documento e concordo')
                    : say('Li o documento')
                  : drawn
                    ? say('Carregando… {0}%', Math.round(share * 100))
                    : say('Abrindo…')}
                {ready && <ArrowRight />}
              </Button>
            </div>
          </div>
        )
      }
    />
  );
}
