import { ChevronDown, Eye, FileCheck, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { say } from '@/i18n/say.ts';
import { saveBlob } from '@/lib/api/download.ts';
import { formatBytes } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

import { DocumentPanels, Fact, Panel } from './document-panels.tsx';
import { EmbeddedPanel } from './embedded-panel.tsx';
import { ReportView } from './report-view.tsx';
import { StampPanel } from './stamp-panel.tsx';
import { presentationOf, type Validation } from './verdicts.ts';

const tones = {
  success: 'border-success-line bg-success-soft text-success',
  warning: 'border-warning-line bg-warning-soft text-warning',
  danger: 'border-danger-line bg-danger-soft text-danger',
  neutral: 'border-line-strong bg-sunken text-muted',
} as const;

/** What the platform knows of a file: the verdict first, the reasons next, the technical part for those who want it. */
export function VerdictView({
  file,
  validation,
  onAnother,
}: {
  file: File;
  validation: Validation;
  onAnother: () => void;
}) {
  const verdict = presentationOf(validation);
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
              {say(verdict.title)}
            </h1>
            <p className="mt-2 text-ink/90">{verdict.advice.map((text) => say(text)).join(' ')}</p>
            <p className="mt-3 text-sm break-words text-muted">
              {file.name} <span className="whitespace-nowrap">({formatBytes(validation.sizeBytes)})</span>
            </p>
            <GenuinePart file={file} validation={validation} />
          </div>
        </div>
      </section>

      {validation.reasons.length > 0 && (
        <Panel title={say('Como chegamos a esse resultado')}>
          <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-subtle">
            {validation.reasons.map((reason) => (
              <li key={reason.text}>{reason.text}</li>
            ))}
          </ul>
        </Panel>
      )}

      <StampPanel file={file} validation={validation} />
      <EmbeddedPanel signatures={validation.embedded} />
      {document !== null && <DocumentPanels document={document} />}
      <TechnicalDetails validation={validation} />
      <p className="text-[0.8125rem] text-subtle">{say('Datas e horários de Brasília (UTC−3).')}</p>

      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon={<RotateCcw />} onClick={onAnother}>
          {say('Validar outro documento')}
        </Button>
      </div>
    </div>
  );
}

/** The file may hold more than what was sealed: what was sealed can be kept alone. It never leaves the device. */
function GenuinePart({ file, validation }: { file: File; validation: Validation }) {
  const { genuineBytes, sizeBytes } = validation;
  if (genuineBytes === null || genuineBytes >= sizeBytes) return null;
  const name = `${file.name.replace(/\.pdf$/i, '')} (${say('só o autêntico')}).pdf`;
  return (
    <div className="mt-5">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<FileCheck />}
          onClick={() => saveBlob(file.slice(0, genuineBytes, 'application/pdf'), name)}
        >
          {say('Guardar só o documento autêntico')}
        </Button>
        <Button icon={<Eye />} onClick={() => openBlob(file.slice(0, genuineBytes, 'application/pdf'))}>
          {say('Abrir o documento autêntico')}
        </Button>
      </div>
      <p className="mt-2 text-[0.8125rem] text-muted">
        {say(
          'É o começo do arquivo, como foi selado. O que foi acrescentado depois ({0}) fica de fora.',
          formatBytes(sizeBytes - genuineBytes),
        )}
      </p>
    </div>
  );
}

/** In a tab of its own; the address serves until that tab has read it. */
function openBlob(blob: Blob): void {
  const address = URL.createObjectURL(blob);
  window.open(address, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function TechnicalDetails({ validation }: { validation: Validation }) {
  const { document, seal, report } = validation;
  return (
    <details className="group card">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-[14px] p-5 font-semibold sm:px-6 [&::-webkit-details-marker]:hidden">
        {say('Detalhes técnicos')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-subtle transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="flex flex-col gap-4 border-t border-line p-5 text-sm sm:px-6">
        <Hash label={say('SHA-256 do arquivo enviado')} value={validation.sha256} />
        {document !== null && (
          <>
            {document.sealedSha256 !== validation.sha256 && (
              <Hash label={say('SHA-256 do documento selado')} value={document.sealedSha256} />
            )}
            <Hash label={say('SHA-256 do documento original')} value={document.originalSha256} />
          </>
        )}
      </dl>
      {report !== null && <ReportView report={report} localAuthority={seal?.localAuthority === true} />}
    </details>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <Fact label={label}>
      <span className="flex items-start gap-2">
        <code className="min-w-0 font-mono text-xs leading-[1.65] break-all">{value}</code>
        <CopyButton text={value} label={say('Copiar {0}', label)} iconOnly className="-my-1.5" />
      </span>
    </Fact>
  );
}
