import type { AnswerOf } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import { Hand } from 'lucide-react';
import { useEffect, useState } from 'react';

import { SealMark } from '@/components/brand/logo.tsx';
import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';

import { useArrival } from './use-arrival.ts';

/** What begins a visit in another language than the screen's, said in it. */
const STARTS: readonly (readonly [Language, string])[] = [
  ['pt-BR', 'Começar em português'],
  ['en', 'Start in English'],
  ['es', 'Empezar en español'],
];

/** The idle screen: the account's name, the time, and a large button for each language, that of the screen first. */
export function IdleScreen({
  branding,
  tenantName,
  totemName,
  language,
  onStart,
}: {
  branding: AnswerOf<'tenantBranding'> | undefined;
  tenantName: string;
  totemName: string;
  /** That is shown. */
  language: Language;
  onStart: (language: Language) => void;
}) {
  useArrival('idle');
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-start justify-between gap-4 px-5 pt-6 sm:px-10 sm:pt-9 short:pt-4">
        {branding?.logoUrl == null ? (
          <p className="text-xl font-semibold wrap-anywhere sm:text-2xl">{branding?.name ?? tenantName}</p>
        ) : (
          <TenantLogo path={branding.logoUrl} name={branding.name} className="h-16 sm:h-20" />
        )}
        <Clock language={language} />
      </header>
      <main
        id="conteudo"
        className="flex flex-1 flex-col items-center justify-center gap-8 px-5 py-8 text-center sm:gap-10 short:gap-3 short:py-2"
      >
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-6xl short:text-3xl">
            {say('Boas-vindas!')}
          </h1>
          <p className="mx-auto mt-4 max-w-[30ch] text-lg text-balance text-muted sm:text-2xl short:mt-1 short:max-w-none short:text-base">
            {say('Leia e assine aqui os seus documentos. Leva poucos minutos.')}
          </p>
        </div>
        <div className="grid w-full max-w-lg grid-cols-2 gap-3 short:max-w-2xl short:grid-cols-4">
          <Button
            variant="primary"
            size="lg"
            className="col-span-2 h-20 rounded-2xl text-xl sm:h-24 sm:text-2xl short:h-16 [&_svg]:size-8!"
            icon={<Hand aria-hidden="true" />}
            onClick={() => onStart(language)}
          >
            {say('Tocar para começar')}
          </Button>
          {STARTS.filter(([other]) => other !== language).map(([other, text]) => (
            <Button
              key={other}
              lang={other}
              size="lg"
              className="h-16 rounded-2xl px-2! whitespace-normal! max-sm:text-sm sm:text-lg"
              onClick={() => onStart(other)}
            >
              {text}
            </Button>
          ))}
        </div>
        <ol className="flex flex-wrap justify-center gap-x-8 gap-y-3 text-muted max-sm:flex-col max-sm:items-start sm:text-lg">
          {[say('Informe o CPF'), say('Confirme o código'), say('Leia e assine')].map((step, index) => (
            <li key={step} className="flex items-center gap-2.5">
              <span className="flex size-7 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary-ink tabular">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </main>
      <footer className="flex items-center justify-between gap-4 px-5 pb-6 text-sm text-subtle sm:px-10 sm:pb-8 short:pb-3">
        <span className="flex items-center gap-2">
          <SealMark className="size-5!" /> {say('Assinatura por Lacre')}
        </span>
        <span className="wrap-anywhere">{totemName}</span>
      </footer>
    </div>
  );
}

/** The time, as people glance at it. */
function Clock({ language }: { language: Language }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={now.toISOString()} className="text-right">
      <span className="block text-3xl leading-none font-semibold tabular sm:text-5xl short:text-3xl">
        {now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </span>
      <span className="mt-2 block text-sm text-muted sm:text-lg short:mt-1 short:text-sm">
        {now.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' })}
      </span>
    </time>
  );
}
