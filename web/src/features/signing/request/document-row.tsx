import { Check, FileText } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CheckMark } from '@/components/ui/fields/checkbox.tsx';
import { PrintsOtherwise } from '@/entities/document/prints-otherwise.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { isToSign } from '@/features/signing/outcome/outcome.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { formatBytes } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

import { isAnswered } from './next-step.ts';
import type { SigningDocument } from './queries.ts';

/** One document of a request: to be read, answered, and taken into the act. */
export function DocumentRow({
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
        <CheckMark checked={chosen} onChange={onToggle} aria-label={say('Assinar {0}', document.name)} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-[0.9375rem] font-medium break-words">{document.name}</h2>
        <p className="text-[0.8125rem] text-muted">
          {counted(document.pages, 'página')} · {formatBytes(document.sizeBytes)}
        </p>
        {document.printsOtherwise && <PrintsOtherwise className="mt-2" />}
      </div>
      <div className="flex items-center gap-3">
        {open ? (
          read && (
            <span className="inline-flex items-center gap-1.5 text-sm text-success">
              <Check aria-hidden="true" className="size-4" strokeWidth={2.6} />
              {say('Lido')}
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
          aria-label={read ? say('Reler {0}', document.name) : say('Ler {0}', document.name)}
        >
          {read ? say('Reler') : say('Ler')}
        </Button>
      </div>
      {document.selection !== null && read && open && (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
          <div className="min-w-0 flex-1 basis-48 text-[0.8125rem]">
            <p className="wrap-anywhere text-muted">{document.selection.question}</p>
            <p className="mt-0.5 font-medium wrap-anywhere">
              {!isAnswered(document, answer)
                ? say('Ainda sem resposta')
                : answer?.length === 0
                  ? say('Nenhuma das opções')
                  : answer?.join('; ')}
            </p>
          </div>
          <Button
            size="sm"
            variant={next && !isAnswered(document, answer) ? 'soft' : 'secondary'}
            onClick={onAnswer}
            aria-label={
              isAnswered(document, answer)
                ? say('Mudar a resposta de {0}', document.name)
                : say('Responder {0}', document.name)
            }
          >
            {isAnswered(document, answer) ? say('Mudar') : say('Responder')}
          </Button>
        </div>
      )}
    </li>
  );
}
