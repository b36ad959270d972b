import { ChevronDown, CircleCheck, RotateCcw } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

import { StatusBadge } from '@/components/app/status-badge.tsx';
import { timelineIcons } from '@/components/app/timeline-icons.tsx';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { Timeline, type TimelineItem } from '@/components/ui/timeline.tsx';
import { partWords, timelineActions, type TimelineAction } from '@/i18n/vocabulary.ts';
import { cn } from '@/lib/cn.ts';
import { formatBytes, formatDateTime, formatExactDateTime } from '@/lib/format.ts';

import { verdicts, type Validation } from './verdicts.ts';

const tones = {
  success: 'border-success-line bg-success-soft text-success',
  warning: 'border-warning-line bg-warning-soft text-warning',
  danger: 'border-danger-line bg-danger-soft text-danger',
  neutral: 'border-line-strong bg-sunken text-muted',
} as const;

/** What the platform knows of a file: the verdict first, the reasons next, the technical part for who wants it. */
export function VerdictView({
  file,
  validation,
  onAnother,
}: {
  file: File;
  validation: Validation;
  onAnother: () => void;
}) {
  const verdict = verdicts[validation.verdict];
  const heading = useRef<HTMLHeadingElement>(null);
  const { document } = validation;

  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <div className="flex flex-col gap-6">
      <section className={cn('rounded-2xl border p-6 sm:p-8', tones[verdict.tone])}>
        <div className="flex flex-col gap-5 sm:flex-row">
          <verdict.icon aria-hidden="true" className="size-12 shrink-0" strokeWidth={1.6} />
          <div className="min-w-0">
            <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
              {verdict.title}
            </h1>
            <p className="mt-2 text-ink/90">{validation.explanation || verdict.advice}</p>
            <p className="mt-3 text-sm break-words text-muted">
              {file.name} · <span className="whitespace-nowrap">{formatBytes(validation.sizeBytes)}</span>
            </p>
          </div>
        </div>
      </section>

      {validation.reasons.length > 0 && (
        <Panel title="Por que chegamos a isso">
          <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-subtle">
            {validation.reasons.map((reason) => (
              <li key={reason.code}>{reason.text}</li>
            ))}
          </ul>
        </Panel>
      )}

      {document !== null && <DocumentPanels document={document} />}
      <TechnicalDetails validation={validation} />

      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon={<RotateCcw />} onClick={onAnother}>
          Validar outro documento
        </Button>
      </div>
    </div>
  );
}

function DocumentPanels({ document }: { document: NonNullable<Validation['document']> }) {
  return (
    <>
      <Panel title="O documento">
        <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
          <Fact label="Nome">{document.name}</Fact>
          <Fact label="Processo">{document.summary}</Fact>
          <Fact label="Solicitado por">{document.tenantName}</Fact>
          <Fact label="Empresa">{document.companyName}</Fact>
          <Fact label="Selado em">{formatExactDateTime(document.sealedAt)}</Fact>
          <Fact label="Código de validação">
            <span className="font-mono">{document.validationCode}</span>
          </Fact>
        </dl>
      </Panel>
      <Panel title="Quem participou" note="Nomes e CPFs mascarados para proteger os dados pessoais.">
        <ul className="divide-y divide-line">
          {document.participants.map((participant) => (
            <li
              key={`${participant.cpf} ${participant.name}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium">{participant.name}</p>
                <p className="text-muted">
                  {partWords[participant.part].label} · <span className="tabular">{participant.cpf}</span>
                </p>
              </div>
              {participant.signedAt !== null && (
                <time dateTime={participant.signedAt} className="text-muted tabular">
                  {formatDateTime(participant.signedAt)}
                </time>
              )}
              <StatusBadge of="signature" status={participant.status} documentStatus="sealed" />
            </li>
          ))}
        </ul>
      </Panel>
      {document.timeline.length > 0 && (
        <Panel title="Linha do tempo">
          <Timeline
            label="Linha do tempo do documento"
            items={document.timeline.map((entry) => ({
              id: `${entry.at} ${entry.action} ${entry.who}`,
              at: entry.at,
              ...actionWords(entry.action),
              ...(entry.who === null ? {} : { description: entry.who }),
            }))}
          />
        </Panel>
      )}
    </>
  );
}

/** The answer's actions are open-ended: one that this client does not know is shown as it came. */
function actionWords(action: string): Pick<TimelineItem, 'title' | 'tone' | 'icon'> {
  if (!Object.hasOwn(timelineActions, action))
    return { title: action, tone: 'neutral', icon: <CircleCheck /> };
  const known = action as TimelineAction;
  const Icon = timelineIcons[known];
  return { title: timelineActions[known].label, tone: timelineActions[known].tone, icon: <Icon /> };
}

function TechnicalDetails({ validation }: { validation: Validation }) {
  const { document, seal } = validation;
  return (
    <details className="group card">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-[14px] p-5 font-semibold sm:px-6 [&::-webkit-details-marker]:hidden">
        Detalhes técnicos
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-subtle transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="flex flex-col gap-4 border-t border-line p-5 text-sm sm:px-6">
        <Hash label="SHA-256 do arquivo enviado" value={validation.sha256} />
        {document !== null && (
          <>
            <Hash label="SHA-256 do documento selado" value={document.sealedSha256} />
            <Hash label="SHA-256 do documento original" value={document.originalSha256} />
          </>
        )}
        {seal !== null && (
          <>
            <Fact label="Nível da assinatura">{seal.level}</Fact>
            <Fact label="Certificado do selo">
              <span className="break-words">{seal.certificateSubject}</span>
            </Fact>
            <Fact label="Emitido por">
              <span className="break-words">{seal.certificateIssuer}</span>
              {seal.localAuthority && (
                <span className="mt-1 block font-normal text-warning">
                  Autoridade própria desta instalação: leitores de PDF podem não reconhecê-la.
                </span>
              )}
            </Fact>
          </>
        )}
      </dl>
    </details>
  );
}

function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card p-5 sm:p-6">
      <h2 className="font-semibold">{title}</h2>
      {note !== undefined && <p className="mt-0.5 text-[0.8125rem] text-subtle">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <Fact label={label}>
      <span className="flex items-start gap-2">
        <code className="min-w-0 font-mono text-xs leading-5 break-all">{value}</code>
        <CopyButton text={value} label={`Copiar ${label}`} iconOnly className="-my-1.5" />
      </span>
    </Fact>
  );
}
