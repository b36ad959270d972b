import { Link } from '@tanstack/react-router';
import { BookOpen, MapPin, PenLine } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Progress } from '@/components/ui/progress.tsx';
import { plural } from '@/lib/format.ts';

import { locationAdvice } from './location.ts';
import type { SigningDocument, SigningRequest } from './queries.ts';
import { useReadDocuments } from './read-documents.ts';
import { useSign, type SignStep } from './use-sign.ts';

const BUSY_LABELS: Record<Exclude<SignStep, 'idle'>, string> = {
  locating: 'Localizando…',
  sending: 'Assinando…',
};

/** At the foot of the page, always in sight: what is left to do, and the one button that does it. */
export function SignPanel({
  request,
  chosen,
  unread,
  onRead,
  onReject,
  onSigned,
}: {
  request: SigningRequest;
  chosen: readonly SigningDocument[];
  unread: readonly SigningDocument[];
  onRead: (document: SigningDocument) => void;
  onReject: () => void;
  onSigned: () => Promise<void>;
}) {
  const read = useReadDocuments();
  const [consent, setConsent] = useState(false);
  const [asked, setAsked] = useState(false);
  const { step, problem, locationFailure, sign } = useSign(onSigned);
  const [next] = unread;
  const done = chosen.length - unread.length;

  function confirm(): void {
    setAsked(true);
    if (!consent) return;
    const signatures = chosen.flatMap(({ signatureId, documentId }) => {
      const documentSha256 = read[signatureId];
      return documentSha256 === undefined ? [] : [{ signatureId, documentId, documentSha256 }];
    });
    void sign(signatures, request.requirements.location);
  }

  return (
    <section
      aria-label="Próximo passo"
      data-sign-panel=""
      className="sticky bottom-0 z-10 border-t border-line bg-surface/95 shadow-[0_-8px_24px_rgb(23_20_48/0.06)] backdrop-blur-md short:static"
    >
      <div className="mx-auto flex w-full max-w-[880px] flex-col gap-3 px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
        {chosen.length === 0 && (
          <p className="text-sm text-muted">Marque ao menos um documento para assinar.</p>
        )}
        {next !== undefined && (
          <div className="flex items-center gap-3">
            <Progress value={done / chosen.length} label="Documentos lidos" className="flex-1" />
            <p className="shrink-0 text-[0.8125rem] text-muted tabular">
              {done} de {chosen.length} lidos
            </p>
          </div>
        )}
        {next === undefined && chosen.length > 0 && (
          <>
            {locationFailure !== undefined && (
              <Callout tone="warning" live title="Falta a sua localização">
                {locationAdvice[locationFailure]}
              </Callout>
            )}
            <ProblemCallout error={problem} />
            <Consent
              location={request.requirements.location}
              checked={consent}
              missing={asked && !consent}
              onChange={setConsent}
            />
          </>
        )}
        <div className="flex items-center justify-between gap-3">
          <Button variant="dangerGhost" onClick={onReject} disabled={step !== 'idle'}>
            Recusar
          </Button>
          {next === undefined ? (
            <Button
              variant="primary"
              size="lg"
              icon={<PenLine />}
              busy={step !== 'idle'}
              disabled={chosen.length === 0}
              onClick={confirm}
            >
              {step === 'idle' ? signLabel(chosen.length) : BUSY_LABELS[step]}
            </Button>
          ) : (
            <Button variant="primary" size="lg" icon={<BookOpen />} onClick={() => onRead(next)}>
              {done === 0 ? 'Ler antes de assinar' : 'Ler o próximo'}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function signLabel(count: number): string {
  return count < 2 ? 'Assinar documento' : `Assinar ${plural(count, 'documento')}`;
}

function Consent({
  location,
  checked,
  missing,
  onChange,
}: {
  location: boolean;
  checked: boolean;
  missing: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-1">
      {location && (
        <p className="flex gap-2 text-[0.8125rem] text-muted">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-primary-ink" />
          Quem pediu a assinatura exige a sua localização. Ao assinar, o navegador vai pedir a sua permissão;
          ela fica registrada só neste processo.
        </p>
      )}
      <Checkbox
        checked={checked}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? 'falta-aceite' : undefined}
        onChange={(event) => onChange(event.target.checked)}
        label={
          <>
            Li e concordo com o conteúdo e com os{' '}
            <Link to="/policies" target="_blank" className="text-primary-ink underline underline-offset-4">
              termos da assinatura eletrônica
            </Link>
            .
          </>
        }
      />
      {missing && (
        <p id="falta-aceite" role="alert" className="text-[0.8125rem] text-danger">
          É preciso aceitar os termos para assinar.
        </p>
      )}
    </div>
  );
}
