import { consentLanguageText } from '@lacre/contracts/consent-language';
import { isTermsVersion } from '@lacre/contracts/terms';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Eye, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { LegalClaimText } from '@/entities/document/legal-claim.tsx';
import {
  processQueries,
  type ProcessDetail,
  type ProcessDocument,
  type ProcessSignature,
  type TimelineEntry,
} from '@/entities/process/queries.ts';
import { termsDate } from '@/entities/terms/terms-date.ts';
import { partWords } from '@/i18n/vocabulary.ts';
import { formatExactDateTime } from '@/lib/format/format.ts';
import { personName } from '@/lib/format/person-name.ts';

const AUTHENTICATIONS: Readonly<Record<string, string>> = {
  'cpf-email-code': 'CPF e código de uso único por email',
  'cpf-sms-code': 'CPF e código de uso único por SMS',
  'cpf-known-device': 'CPF, num aparelho já confirmado por código',
};

/** What one person was shown when they signed, and how they did: straight from the log. */
export function SeenDialog({
  process,
  signature,
  document,
  onView,
  onClose,
}: {
  process: ProcessDetail;
  signature: ProcessSignature;
  document: ProcessDocument;
  /** Opens the document that was shown. */
  onView: () => void;
  onClose: () => void;
}) {
  const query = useQuery(processQueries.timeline(process.processId, process.updatedAt));
  const entry = query.data?.items.find(
    ({ action, personId, documentId }) =>
      action === 'signed' && personId === signature.personId && documentId === signature.documentId,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="O que esta pessoa viu"
      description={
        entry === undefined
          ? undefined
          : `${personName(entry.who.name, 'Participante')} assinou ${document.name} como ${partWords[signature.part].label.toLocaleLowerCase('pt-BR')}.`
      }
      className="sm:max-w-xl!"
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button variant="primary" icon={<Eye />} onClick={onView}>
            Abrir o documento mostrado
          </Button>
        </>
      }
    >
      {query.isPending && <SkeletonRows rows={4} label="Lendo o registro…" />}
      {query.isError && <ProblemCallout error={query.error} onRetry={() => void query.refetch()} />}
      {entry?.evidence && <Evidence entry={entry} evidence={entry.evidence} document={document} />}
    </Dialog>
  );
}

function Evidence({
  entry,
  evidence,
  document,
}: {
  entry: TimelineEntry;
  evidence: NonNullable<TimelineEntry['evidence']>;
  document: ProcessDocument;
}) {
  const translation = consentLanguageText(evidence.termsLanguage);
  const same = evidence.documentSha256 === document.sha256;
  return (
    <div className="flex flex-col gap-4">
      <p
        className={`flex gap-2 rounded-xl border p-3 text-sm ${same ? 'border-success-line bg-success-soft' : 'border-danger-line bg-danger-soft'}`}
      >
        {same ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
        ) : (
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
        )}
        {same
          ? 'O que foi mostrado é, byte por byte, o documento guardado neste processo.'
          : 'A impressão digital do que foi mostrado não é a do documento guardado neste processo.'}
      </p>
      <dl className="grid gap-3 text-sm">
        <Fact label="Impressão digital do que foi mostrado (SHA-256)">
          <span className="flex items-start gap-1.5">
            <span className="min-w-0 font-mono text-[0.8125rem] break-all">{evidence.documentSha256}</span>
            <CopyButton text={evidence.documentSha256} label="Copiar impressão digital" iconOnly />
          </span>
        </Fact>
        <Fact label="Momento">{formatExactDateTime(entry.at)}, horário de Brasília</Fact>
        <Fact label="Como provou quem é">
          {AUTHENTICATIONS[evidence.authentication] ?? evidence.authentication}
        </Fact>
        <Fact label="Classe da assinatura">
          <LegalClaimText claim={evidence.claim} />
        </Fact>
        <Fact label="Termos aceitos">
          {isTermsVersion(evidence.termsVersion) ? (
            <a
              href={`/policies?version=${evidence.termsVersion}`}
              target="_blank"
              rel="noreferrer"
              className="text-primary-ink underline underline-offset-4"
            >
              Versão de {termsDate(evidence.termsVersion)}
            </a>
          ) : (
            `Versão de ${termsDate(evidence.termsVersion)}`
          )}
          {translation !== undefined && <span className="block">{translation}</span>}
        </Fact>
        {entry.selection !== null && (
          <Fact label={entry.selection.question}>{entry.selection.chosen.join(', ') || 'Em branco'}</Fact>
        )}
        {entry.totem !== null && <Fact label="Onde">No totem “{entry.totem}” da conta</Fact>}
        {entry.ip !== null && <Fact label="Endereço IP">{entry.ip}</Fact>}
        {entry.place !== null && <Fact label="Local informado">{entry.place}</Fact>}
        {evidence.latitude !== null && evidence.longitude !== null && (
          <Fact label="Coordenadas">
            {evidence.latitude}, {evidence.longitude}
          </Fact>
        )}
        {evidence.userAgent !== null && (
          <Fact label="Navegador">
            <span className="text-[0.8125rem] break-words">{evidence.userAgent}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
