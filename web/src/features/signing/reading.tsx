import { ArrowRight } from 'lucide-react';
import { useState } from 'react';

import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { pathOf } from '@/lib/api/client.ts';
import { personApi } from '@/lib/api/person-session.ts';
import { plural } from '@/lib/format.ts';

import { isToSign } from './outcome.ts';
import type { SigningDocument, SigningRequest } from './queries.ts';
import { markRead } from './read-documents.ts';

/** Hashing needs a secure context; without one the server's own hash stands, and it compares in any case. */
const CAN_HASH = typeof crypto === 'object' && crypto.subtle !== undefined;

/** One document over the whole screen. It counts as read once all of its bytes were here and are the right ones. */
export default function Reading({
  request,
  document,
  onClose,
  onRead,
  onReject,
}: {
  request: SigningRequest;
  document: SigningDocument;
  onClose: () => void;
  /** Read; what comes next is the caller's to say. */
  onRead: () => void;
  onReject: () => void;
}) {
  const [drawn, setDrawn] = useState(false);
  const [shown, setShown] = useState<string>();
  const number = request.documents.indexOf(document) + 1;
  const wrong = shown !== undefined && shown !== document.sha256;
  const ready = drawn && !wrong && (shown !== undefined || !CAN_HASH);

  return (
    <ViewerOverlay
      source={{
        url: pathOf('readDocument', { processId: request.processId, documentId: document.documentId }),
        client: personApi,
      }}
      title={document.name}
      subtitle={`Documento ${number} de ${request.documents.length} · ${plural(document.pages, 'página')}`}
      onClose={onClose}
      onDrawn={() => setDrawn(true)}
      onHashed={CAN_HASH ? setShown : undefined}
      footer={
        isToSign(document) && (
          <div className="mx-auto flex max-w-[880px] flex-col gap-3">
            {wrong && (
              <Callout tone="danger">
                O documento mostrado não é o deste processo. Feche e abra-o de novo.
              </Callout>
            )}
            <div className="flex items-center justify-between gap-3">
              <Button variant="dangerGhost" onClick={onReject}>
                Recusar
              </Button>
              <Button
                variant="primary"
                disabled={wrong}
                busy={!ready && !wrong}
                onClick={() => {
                  markRead(document.signatureId, shown ?? document.sha256);
                  onRead();
                }}
              >
                {ready || wrong ? 'Li o documento' : 'Abrindo…'}
                {ready && <ArrowRight />}
              </Button>
            </div>
          </div>
        )
      }
    />
  );
}
