import './libras.css';
import { OFFICIAL_VLIBRAS_HOST } from '@lacre/contracts/sign-language';
import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

import type { ChoosableText } from './texts-of-page.ts';
import { useFrame } from './use-frame.ts';

/** Chosen texts of what lies beneath, shown in Libras. Before the person agrees nothing is fetched from elsewhere. */
export function LibrasDialog({
  host,
  texts,
  onClose,
}: {
  /** Where what is chosen is sent. */
  host: string;
  texts: readonly ChoosableText[];
  onClose: () => void;
}) {
  const [agreed, setAgreed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const recipient =
    host === OFFICIAL_VLIBRAS_HOST
      ? say('VLibras, do governo federal ({0})', host)
      : say('VLibras instalado em {0}', host);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Libras"
      description={say(
        'Os textos que você escolher aqui, também os do documento, são enviados ao {0}, que os mostra em Libras.',
        recipient,
      )}
      className={cn(agreed && 'libras-wide')}
    >
      <div data-libras>
        {agreed ? (
          <Translation key={attempt} texts={texts} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <div className="flex flex-col items-start gap-4 text-sm">
            <p>
              {say(
                'Além do texto escolhido, ele fica sabendo o endereço IP do seu aparelho e o deste site. Não alcança o resto da página nem assina por você. Até você abrir, nada é enviado.',
              )}
            </p>
            <Button variant="primary" onClick={() => setAgreed(true)}>
              {say('Abrir o VLibras')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Translation({ texts, onRetry }: { texts: readonly ChoosableText[]; onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, show } = useFrame(frame);
  const [chosen, setChosen] = useState<number>();
  if (state === 'failed')
    return (
      <Callout
        live
        tone="warning"
        title={say('O VLibras não respondeu')}
        action={
          <Button size="sm" icon={<RefreshCw />} onClick={onRetry}>
            {say('Tentar de novo')}
          </Button>
        }
      >
        <p>{say('Nada se perdeu: feche este quadro e continue de onde estava, ou tente de novo.')}</p>
      </Callout>
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="libras-avatar flex flex-col gap-2 bg-surface">
        <iframe
          ref={frame}
          src="/libras"
          title={say('Tradução em Libras')}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          className="w-full rounded-lg border border-line bg-white"
        />
        <output className="flex items-center gap-2 text-[0.8125rem] text-muted">
          {state === 'loading' ? (
            <>
              <Spinner /> {say('Carregando o VLibras…')}
            </>
          ) : chosen === undefined ? (
            say('Escolha um texto para ver em Libras.')
          ) : (
            say('Texto enviado ao VLibras.')
          )}
        </output>
      </div>
      <ChoiceOfTexts
        texts={texts}
        chosen={chosen}
        onChoose={(index, text) => {
          setChosen(index);
          show(text);
        }}
      />
    </div>
  );
}

function ChoiceOfTexts({
  texts,
  chosen,
  onChoose,
}: {
  texts: readonly ChoosableText[];
  chosen: number | undefined;
  onChoose: (index: number, text: string) => void;
}) {
  if (texts.length === 0)
    return <p className="text-sm text-muted">{say('Aqui não há texto para traduzir.')}</p>;
  return (
    <ul aria-label={say('Textos desta página')} className="libras-texts flex flex-col gap-1">
      {texts.map(({ text, page }, index) => (
        <li key={`${page ?? 0}:${text}`}>
          {page !== undefined && page !== texts[index - 1]?.page && (
            <p className="mt-2 mb-1 text-xs font-semibold text-muted">{say('Página {0}', page)}</p>
          )}
          <button
            type="button"
            aria-pressed={chosen === index}
            onClick={() => onChoose(index, text)}
            className="w-full rounded-lg border border-line px-3 py-2 text-start text-sm wrap-anywhere hover:bg-hover"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
