import type { AnswerOf } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { tellUnfetched } from '@/entities/language/tell-unfetched.ts';
import { totemQueries } from '@/entities/totem/queries.ts';
import type { SentCode } from '@/features/signing/identify/code-step-memory.ts';
import { ContactChoice } from '@/features/signing/identify/contact-choice.tsx';
import { say } from '@/i18n/say.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { inLanguage } from '@/lib/language/in-language.ts';
import { useLanguage } from '@/lib/language/use-language.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { api } from '@/lib/session/session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { CodeStep } from './code-step.tsx';
import { CpfStep } from './cpf-step.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { IdleScreen } from './idle-screen.tsx';
import { StillThere } from './still-there.tsx';
import { TotemDesk } from './totem-desk.tsx';
import { NoConnection, TotemFrame } from './totem-frame.tsx';
import { useConnection } from './use-connection.ts';
import { useInactivity } from './use-inactivity.ts';
import { fillScreen, useKeptHere } from './use-kept-here.ts';
import { beginVisitIn, endVisit } from './visit-language.ts';
import { wipe } from './wipe.ts';

/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;

/**
 * How long each part waits for a touch, milliseconds, the warning within: who reads, or looks for a code, takes longer.
 */
const LIMITS_MS = { cpf: 60_000, code: 180_000, desk: 120_000 } as const;

type Stage = { at: 'idle' } | { at: 'cpf'; cpf: string } | { at: 'code'; sent: SentCode };
const IDLE: Stage = { at: 'idle' };

/** One person after another, from the first touch to the last, with nothing left between them. */
export function TotemInService({
  totemName,
  waitsIn,
  tenantName,
  branding,
}: {
  totemName: string;
  /** The language of the idle screen, which the account chose. */
  waitsIn: Language;
  tenantName: string;
  branding: AnswerOf<'tenantBranding'> | undefined;
}) {
  const queryClient = useQueryClient();
  const person = usePersonSession()?.person;
  const [stage, setStage] = useState<Stage>(IDLE);
  const online = useConnection();
  const shown = useLanguage();
  useKeptHere();
  useEffect(fetchAhead, []);

  function end(): void {
    // Off the screen first: what is shown would ask for everything again, without a session.
    flushSync(() => {
      setStage(IDLE);
      personSession.leave();
    });
    wipe(queryClient);
  }
  // Their session may also end by itself: by its time, or with the totem that was revoked while they stood here.
  const leave = useEffectEvent(() => {
    wipe(queryClient);
    void queryClient.invalidateQueries({ queryKey: totemQueries.current.queryKey });
  });
  const personId = person?.personId;
  useEffect(() => (personId === undefined ? undefined : () => leave()), [personId]);

  // What they were asked to sign names the page, and is not to name it any more.
  useTitle(person === undefined ? 'Totem' : say('Assinatura'));
  const isIdle = person === undefined && stage.at === 'idle';
  useEffect(() => {
    if (isIdle) void endVisit(waitsIn);
  }, [isIdle, waitsIn]);
  const part = person === undefined ? stage.at : 'desk';
  const { secondsLeft, stay } = useInactivity(part === 'idle' ? undefined : LIMITS_MS[part], end);

  async function begin(language: Language): Promise<void> {
    fillScreen();
    try {
      if (await beginVisitIn(language)) setStage({ at: 'cpf', cpf: '' });
    } catch {
      tellUnfetched();
    }
  }

  async function askCode(cpf: string, contact?: string): Promise<void> {
    const body = { cpf, ...(contact === undefined ? {} : { contact }) };
    const answer = await api.call('requestTotemCode', { body, headers: inLanguage() });
    const now = Date.now();
    setStage({
      at: 'code',
      sent: {
        ...answer,
        cpf,
        ...(contact === undefined ? {} : { contact }),
        resendAt: now + RESEND_AFTER_S * 1000,
        expiresAt: now + answer.expiresInSeconds * 1000,
      },
    });
  }

  async function comeIn(cpf: string, code: string): Promise<void> {
    personSession.open(await api.call('openTotemSession', { body: { cpf, code } }));
    setStage(IDLE);
  }

  return (
    <>
      {!online && <NoConnection />}
      {isIdle ? (
        <IdleScreen
          branding={branding}
          tenantName={tenantName}
          totemName={totemName}
          language={shown}
          onStart={(language) => void begin(language)}
        />
      ) : (
        <TotemFrame branding={branding} tenantName={tenantName} who={person?.name} onEnd={end}>
          {person !== undefined && <TotemDesk key={person.personId} person={person} onEnd={end} />}
          {person === undefined && stage.at === 'cpf' && (
            <CpfStep initial={stage.cpf} online={online} onSubmit={(cpf) => askCode(cpf)} />
          )}
          {person === undefined && stage.at === 'code' && stage.sent.contacts !== undefined && (
            <div className="mx-auto flex w-full max-w-[560px] flex-1 flex-col justify-center px-6 py-8">
              <ContactChoice
                contacts={stage.sent.contacts}
                onBack={() => setStage({ at: 'cpf', cpf: stage.sent.cpf })}
                onChoose={({ contact }) => askCode(stage.sent.cpf, contact)}
              />
            </div>
          )}
          {person === undefined && stage.at === 'code' && stage.sent.contacts === undefined && (
            <CodeStep
              key={stage.sent.resendAt}
              sent={stage.sent}
              online={online}
              onBack={() => setStage({ at: 'cpf', cpf: stage.sent.cpf })}
              onResend={() => askCode(stage.sent.cpf, stage.sent.contact)}
              onCode={(code) => comeIn(stage.sent.cpf, code)}
            />
          )}
        </TotemFrame>
      )}
      {secondsLeft !== undefined && <StillThere secondsLeft={secondsLeft} onStay={stay} onEnd={end} />}
    </>
  );
}
