import { useQuery } from '@tanstack/react-query';
import { FileSearch, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { DropZone } from '@/components/ui/fields/drop-zone.tsx';
import { LanguageSwitch } from '@/entities/language/language-switch.tsx';
import { useSignersLanguage } from '@/entities/language/spoken.ts';
import { say, type Text } from '@/i18n/say.ts';
import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { uploadFile } from '@/lib/api/upload.ts';
import { formatBytes } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { inLanguage } from '@/lib/language/in-language.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import { CodeForm, isWholeCode } from './code-form.tsx';
import { KnownDocumentView } from './known-document-view.tsx';
import { VerdictView } from './verdict-view.tsx';
import type { Validation } from './verdicts.ts';

type State =
  | { step: 'choose'; refusal?: Text }
  | { step: 'sending'; file: File; sent: number }
  | { step: 'failed'; file: File; problem: Problem }
  | { step: 'done'; file: File; validation: Validation };

/**
 * Checks publicly whether a PDF came from here and is whole, or what a printed code stands for.
 *
 * @param code from the QR code on a document's evidence page
 */
export function ValidatePage({ code }: { code?: string | undefined }) {
  const language = useSignersLanguage();
  useTitle(say('Validar documento'));
  const [state, setState] = useState<State>({ step: 'choose' });
  const abort = useRef<AbortController>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const [returned, setReturned] = useState(0);
  const [asked, setAsked] = useState(code !== undefined && isWholeCode(code) ? code : undefined);
  const byCode = useQuery({
    queryKey: ['validation', asked],
    queryFn: ({ signal }) =>
      anonymousApi.call('validateByCode', { params: { code: asked ?? '' }, query: {}, signal }),
    enabled: asked !== undefined,
    retry: false,
  });

  // What had the focus is gone: it goes to the head of what is there now.
  useEffect(() => {
    if (returned > 0) heading.current?.focus();
  }, [returned]);

  function startAgain(): void {
    setState({ step: 'choose' });
    setReturned((times) => times + 1);
  }

  // What was found is said by the server: in another language it is asked for again.
  const checkAgain = useEffectEvent(() => {
    if (state.step === 'done') void check(state.file);
  });
  const said = useRef(language);
  useEffect(() => {
    if (said.current === language) return;
    said.current = language;
    checkAgain();
  }, [language]);

  async function check(file: File): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setState({ step: 'sending', file, sent: 0 });
    try {
      const validation = await uploadFile(anonymousApi, 'validateDocument', file, {
        signal: controller.signal,
        headers: inLanguage(),
        onProgress: (sent) => setState({ step: 'sending', file, sent }),
      });
      setState({ step: 'done', file, validation });
    } catch (error) {
      if (isAbort(error)) startAgain();
      else setState({ step: 'failed', file, problem: asProblem(error) });
    }
  }

  function onFiles(accepted: File[], rejected: File[]): void {
    const [file] = accepted;
    if (file !== undefined) void check(file);
    else if (rejected.length > 0) {
      const many = rejected.length > 1;
      setState({
        step: 'choose',
        refusal: many ? 'Envie um arquivo por vez.' : 'Só arquivos PDF podem ser validados.',
      });
    }
  }

  if (state.step === 'done') {
    return (
      <Frame wide>
        <VerdictView file={state.file} validation={state.validation} onAnother={startAgain} />
      </Frame>
    );
  }

  const known = byCode.data !== undefined && 'document' in byCode.data ? byCode.data.document : undefined;
  if (asked !== undefined && known !== undefined && state.step === 'choose') {
    return (
      <Frame wide>
        <KnownDocumentView
          document={known}
          onLeave={() => {
            setAsked(undefined);
            startAgain();
          }}
        />
      </Frame>
    );
  }

  return (
    <Frame>
      <div className="text-center">
        <span className="mx-auto flex size-14 items-center justify-center rounded-2xl bg-primary-soft text-primary-ink">
          <ShieldCheck aria-hidden="true" className="size-7" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl font-semibold outline-none">
          {say('Este documento é autêntico?')}
        </h1>
        <p className="mx-auto mt-2 max-w-lg text-muted">
          {say(
            'Envie o PDF para saber se ele foi gerado pela plataforma e se continua como foi assinado. Não é preciso ter conta.',
          )}
        </p>
      </div>
      <div className="mt-8 flex flex-col gap-4">
        {state.step === 'choose' && state.refusal !== undefined && (
          <Callout tone="danger">{say(state.refusal)}</Callout>
        )}
        {state.step === 'failed' && (
          <ProblemCallout error={state.problem} onRetry={() => void check(state.file)} />
        )}
        {state.step === 'sending' ? (
          <Sending file={state.file} sent={state.sent} onCancel={() => abort.current?.abort()} />
        ) : (
          <DropZone
            touchLabel={say('Escolher o PDF')}
            label={say('Arraste o PDF para cá ou clique para escolher')}
            hint={say('Somente PDF, um arquivo por vez')}
            accept={{ 'application/pdf': ['.pdf'] }}
            icon={<FileSearch />}
            onFiles={onFiles}
          />
        )}
        <p className="text-center text-[0.8125rem] text-subtle">
          {say('O arquivo é conferido e descartado: não guardamos cópia.')}
        </p>
        {state.step !== 'sending' && (
          <CodeForm
            initial={code}
            busy={byCode.isFetching}
            error={byCode.error}
            onAsk={(typed) => (typed === asked ? void byCode.refetch() : setAsked(typed))}
          />
        )}
      </div>
    </Frame>
  );
}

function Frame({ wide = false, children }: { wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={`mx-auto w-full px-4 py-10 sm:px-6 lg:py-16 ${wide ? 'max-w-[920px]' : 'max-w-[640px]'}`}>
      {children}
      <div className="mt-8">
        <LanguageSwitch />
      </div>
    </div>
  );
}

function Sending({ file, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) {
  const checking = sent >= 1;
  return (
    <output className="flex flex-col gap-3 card p-6">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-medium wrap-anywhere">{file.name}</p>
        <p className="shrink-0 text-sm text-muted tabular">{formatBytes(file.size)}</p>
      </div>
      <Progress
        value={checking ? undefined : sent}
        label={checking ? say('Conferindo o documento') : say('Enviando o documento')}
      />
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-muted">
          {checking ? say('Conferindo o selo e as assinaturas…') : say('Enviando…')}
        </p>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {say('Cancelar')}
        </Button>
      </div>
    </output>
  );
}
