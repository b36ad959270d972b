import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, Download, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import type { SigningDocument, SigningRequest } from '@/features/signing/request/queries.ts';
import { SIGNATURES_KEY } from '@/features/signing/request/signatures-key.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { downloadEvidenceKey, downloadFile, evidenceFileName, sealedFileName } from '@/lib/api/download.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { formatDateTime } from '@/lib/format/format.ts';
import { shown } from '@/lib/language/language.ts';
import { personApi } from '@/lib/session/person-session.ts';
import { cn } from '@/lib/style/cn.ts';

import { ENDINGS } from './endings.ts';
import type { Outcome } from './outcome.ts';

const TurnNotices = lazyPart(
  () => import('./turn-notices.tsx'),
  (code) => code.TurnNotices,
);

/** Where the person did what they were asked, and may be asked again. */
const SIGNED: ReadonlySet<Outcome> = new Set<Outcome>(['waiting', 'sealing', 'finished']);

/** The page at the end of a request: what became of it, and what happens next. */
export default function OutcomeView({
  request,
  outcome,
}: {
  request: SigningRequest;
  outcome: Exclude<Outcome, 'to-sign'>;
}) {
  const ending = ENDINGS[outcome];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className="mx-auto w-full max-w-[640px] px-4 py-10 sm:px-6 sm:py-14">
      <div className="flex flex-col items-center text-center wrap-anywhere">
        <span className={cn('flex size-16 items-center justify-center rounded-full', ending.tone)}>
          <ending.icon aria-hidden="true" className="size-8" strokeWidth={1.8} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-2xl font-semibold outline-none">
          {typeof ending.title === 'string' ? say(ending.title) : ending.title(request)}
        </h1>
        <p className="mt-2 max-w-md text-muted">{ending.text(request)}</p>
      </div>
      <section aria-label={say('Documentos')} className="mt-8 card">
        <div className="border-b border-line px-5 py-4">
          <h2 className="font-semibold break-words">{request.summary}</h2>
          <p className="mt-0.5 text-sm text-muted">
            {say(
              '{0} · pedido por {1}, de {2}',
              request.companyName,
              request.requesterName,
              request.tenantName,
            )}
          </p>
        </div>
        <ul className="divide-y divide-line">
          {request.documents.map((document) => (
            <EndedDocument key={document.signatureId} request={request} document={document} />
          ))}
        </ul>
      </section>
      {outcome === 'finished' && (
        <p className="mt-6 text-center text-sm text-muted">
          {sayAround(
            'Para provar que o arquivo é autêntico, envie-o à {0}: qualquer pessoa pode fazer isso, sem cadastro.',
            <Link to="/validate" className="text-primary-ink underline underline-offset-4">
              {say('página de validação')}
            </Link>,
          )}{' '}
          {say(
            'Guarde também a chave da evidência: com ela, quem confere o arquivo sem a plataforma vê o seu CPF e o endereço que recebeu o código.',
          )}{' '}
          {inPortuguese()}
        </p>
      )}
      {outcome === 'waiting' && (
        <p className="mt-6 flex items-center justify-center gap-2 text-sm text-subtle">
          <Clock aria-hidden="true" className="size-4" />
          {say('Você já pode fechar esta página.')}
        </p>
      )}
      {SIGNED.has(outcome) && (
        <div className="mt-8">
          <TurnNotices />
        </div>
      )}
    </div>
  );
}

/** Said where the page is in another language than what is kept. */
const inPortuguese = (): string =>
  shown.language === 'pt-BR' ? '' : say('O selo e a página de assinaturas são em português.');

/** What a person may save of a document that is sealed. */
type Ended = 'downloadSealed' | 'downloadEvidence' | 'evidenceKey';

function EndedDocument({ request, document }: { request: SigningRequest; document: SigningDocument }) {
  const [busy, setBusy] = useState<Ended>();
  const queryClient = useQueryClient();

  async function download(what: Ended): Promise<void> {
    setBusy(what);
    try {
      const params = { processId: request.processId, documentId: document.documentId };
      if (what === 'evidenceKey') return await downloadEvidenceKey(personApi, params, document.name);
      const name = what === 'downloadSealed' ? sealedFileName : evidenceFileName;
      await downloadFile(personApi, what, params, name(document.name));
    } catch (error) {
      toast.error(say('Não foi possível baixar'), { description: asProblem(error).title });
      await queryClient.invalidateQueries({ queryKey: SIGNATURES_KEY });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium break-words">{document.name}</p>
        {document.signedAt !== null && (
          <p className="text-[0.8125rem] text-muted tabular">
            {say('Você assinou em {0}', formatDateTime(document.signedAt))}
          </p>
        )}
      </div>
      {document.documentStatus === 'sealed' ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            icon={<Download />}
            busy={busy === 'downloadSealed'}
            onClick={() => void download('downloadSealed')}
          >
            {say('Baixar selado')}
          </Button>
          {document.evidenceApart && (
            <Button
              size="sm"
              icon={<Download />}
              busy={busy === 'downloadEvidence'}
              onClick={() => void download('downloadEvidence')}
            >
              {say('Página de assinaturas')}
            </Button>
          )}
          {document.signedAt !== null && (
            <Button
              size="sm"
              icon={<KeyRound />}
              busy={busy === 'evidenceKey'}
              onClick={() => void download('evidenceKey')}
            >
              {say('Chave da evidência')}
            </Button>
          )}
        </div>
      ) : (
        <StatusBadge of="document" status={document.documentStatus} />
      )}
    </li>
  );
}
