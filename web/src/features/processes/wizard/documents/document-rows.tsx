import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleHelp,
  Eye,
  FileStack,
  FileText,
  RefreshCw,
  Trash2,
  X,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { PasswordInput } from '@/components/ui/fields/input.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { sendingText } from '@/entities/upload/taken-kinds.ts';
import type { DraftDocument, DraftTemplate } from '@/features/processes/wizard/draft/draft.ts';
import { formatBytes } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

import { DocumentNotes, Question } from './document-notes.tsx';
import { TemplateValues } from './template-values.tsx';
import type { FileAccess, PendingUpload } from './use-uploads.ts';

const BroughtSignatures = lazyPart(
  () => import('@/entities/document/brought-signatures.tsx'),
  (code) => code.BroughtSignatures,
);

function Row({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-xl border bg-surface p-3',
        tone === 'danger' ? 'border-danger-line bg-danger-soft' : 'border-line',
      )}
    >
      {children}
    </li>
  );
}

/** A document that is there: sent, or made from a template when everything is known. */
export function SentDocument({
  document,
  onUp,
  onDown,
  onView,
  onAsk,
  onValues,
  onRemove,
}: {
  document: DraftDocument;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  /** Shows it as signers will see it. */
  onView: () => void;
  /** Puts a question to those who sign it. */
  onAsk: () => void;
  onValues: (values: DraftTemplate['values']) => void;
  onRemove: () => void;
}) {
  const { chosenName: name, template, selection, signatures = [] } = document;
  const Icon = template === undefined ? FileText : FileStack;
  return (
    <Row>
      <div className="flex w-full flex-wrap items-center gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          <DocumentNotes document={document} />
          {selection !== undefined && <Question selection={selection} />}
        </div>
        <div className="flex shrink-0 max-sm:-my-1.5 max-sm:w-full max-sm:justify-end">
          <RowButton label={`Ver ${name}`} icon={<Eye />} onClick={onView} />
          <RowButton
            label={selection === undefined ? `Incluir pergunta em ${name}` : `Alterar pergunta de ${name}`}
            icon={<CircleHelp />}
            onClick={onAsk}
          />
          {onUp === undefined ? (
            onDown !== undefined && <NoButton />
          ) : (
            <RowButton label={`Subir ${name}`} icon={<ArrowUp />} onClick={onUp} />
          )}
          {onDown === undefined ? (
            onUp !== undefined && <NoButton />
          ) : (
            <RowButton label={`Descer ${name}`} icon={<ArrowDown />} onClick={onDown} />
          )}
          <RowButton label={`Remover ${name}`} icon={<Trash2 />} data-remove="" onClick={onRemove} />
        </div>
      </div>
      {signatures.length > 0 && <BroughtSignatures name={name} signatures={signatures} />}
      {template !== undefined && template.values.length > 0 && (
        <TemplateValues name={name} values={template.values} onValues={onValues} />
      )}
    </Row>
  );
}

function RowButton({ label, ...rest }: React.ComponentProps<typeof Button> & { label: string }) {
  return <Button variant="ghost" size="iconSm" aria-label={label} {...rest} />;
}

/** Keeps the buttons of several rows one below the other where one has no use for its own. */
const NoButton = () => <span aria-hidden="true" className="size-8" />;

/** Asks for what opens a protected file. It goes with the file once and is kept nowhere. */
function PasswordForm({ name, onPassword }: { name: string; onPassword: (password: string) => void }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="mt-2 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onPassword(password);
      }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <PasswordInput
          aria-label={`Senha de ${name}`}
          placeholder="Senha do PDF"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={password === ''}>
        Abrir
      </Button>
    </form>
  );
}

/** Takes the statement of the right to use a file that its author restricted. */
function RightForm({ name, onState }: { name: string; onState: () => void }) {
  const [stated, setStated] = useState(false);
  return (
    <form
      className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (stated) onState();
      }}
    >
      <Checkbox
        className="min-w-0 flex-1 basis-64"
        label="Declaro que tenho o direito de usar este arquivo para colher assinaturas"
        description={`A declaração fica registrada com o documento ${name}.`}
        checked={stated}
        onChange={(event) => setStated(event.target.checked)}
      />
      <Button type="submit" disabled={!stated}>
        Usar o arquivo
      </Button>
    </form>
  );
}

/** A file on its way, or one that could not go. */
export function UploadRow({
  item,
  onRetry,
  onRemove,
}: {
  item: PendingUpload;
  onRetry: (access?: FileAccess) => void;
  onRemove: () => void;
}) {
  const { name, sizeBytes, state } = item;
  if (state.step === 'failed') {
    return (
      <Row tone="danger">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        <div className="min-w-0 flex-1 basis-48" role="alert">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          <p className="text-[0.8125rem] text-danger">{state.message}</p>
          {state.asksRight === true && (
            <RightForm name={name} onState={() => onRetry({ mayLiftRestrictions: true })} />
          )}
          {state.asksPassword === true && (
            <PasswordForm name={name} onPassword={(password) => onRetry({ password })} />
          )}
        </div>
        <div className="ml-auto flex items-center gap-3">
          {state.retryable && (
            <Button size="sm" icon={<RefreshCw />} onClick={() => onRetry()}>
              Tentar de novo
            </Button>
          )}
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Remover ${name}`}
            data-remove=""
            icon={<X />}
            onClick={onRemove}
          />
        </div>
      </Row>
    );
  }
  const sent = state.step === 'sending' ? state.sent : 0;
  const text = state.step === 'waiting' ? 'Na fila…' : sendingText(name, sent);
  return (
    <Row>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 text-sm font-medium wrap-anywhere">{name}</p>
          <p className="shrink-0 text-[0.8125rem] text-muted tabular">{formatBytes(sizeBytes)}</p>
        </div>
        <Progress value={sent >= 1 ? undefined : sent} label={`Envio de ${name}`} className="mt-2" />
        <p className="mt-1.5 text-[0.8125rem] text-muted">{text}</p>
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Cancelar envio de ${name}`}
        data-remove=""
        icon={<X />}
        onClick={onRemove}
      />
    </Row>
  );
}
