import { FileSearch, Files, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';

import { DocumentPanels } from './document-panels.tsx';
import type { KnownDocument } from './verdicts.ts';

/** What a code leads to. It says nothing of any file: only a file can be compared. */
export function KnownDocumentView({
  document,
  onLeave,
}: {
  document: KnownDocument;
  /** To where a file is chosen, or another code typed. */
  onLeave: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <section className="rounded-2xl border border-info-line bg-info-soft p-6 text-info sm:p-8">
        <div className="flex flex-col gap-5 sm:flex-row">
          <Files aria-hidden="true" className="size-12 shrink-0" strokeWidth={1.6} />
          <div className="min-w-0">
            <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
              {say('Há um documento com este código')}
            </h1>
            <p className="mt-2 text-ink/90">
              {say(
                'Compare o que está abaixo com o papel ou o arquivo que você tem. Para saber se o arquivo é exatamente o que foi selado, envie o PDF.',
              )}
            </p>
            <Button variant="primary" icon={<FileSearch />} className="mt-5" onClick={onLeave}>
              {say('Conferir o arquivo')}
            </Button>
          </div>
        </div>
      </section>
      <DocumentPanels document={document} />
      <p className="text-[0.8125rem] text-subtle">{say('Datas e horários de Brasília (UTC−3).')}</p>
      <div>
        <Button icon={<RotateCcw />} onClick={onLeave}>
          {say('Validar outro documento')}
        </Button>
      </div>
    </div>
  );
}
