import type { AnswerOf } from '@lacre/contracts';
import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';
import { ArrowLeft, KeyRound, MailCheck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { cpfRules } from '@/components/form/rules.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { CodeInput } from '@/components/ui/fields/code-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { isInterrupted } from '@/features/signing/request/progress.ts';
import { CODE_DIGITS, CODE_LABEL } from '@/i18n/code-words.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { deviceId } from '@/lib/browser/device-id.ts';
import { isSharedComputer } from '@/lib/browser/preferences.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { anonymousApi } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { recallSentCode, rememberSentCode, type Invited, type SentCode } from './code-step-memory.ts';
import { ContactChoice } from './contact-choice.tsx';
import { notArrivedWords, SentTo } from './sent-to.tsx';
import { useCountdown } from './use-countdown.ts';

type SentAnswer = AnswerOf<'requestSigningCode'>;
type Contact = NonNullable<SentAnswer['contacts']>[number];

/** The contact that the code was sent to, where it was one of several. */
const chosenOf = (sent: SentCode | undefined): Contact | undefined =>
  sent?.contact === undefined ? undefined : { contact: sent.contact, masked: sent.sentTo ?? '' };

/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;

/** Identifies the person: CPF, then the code that is sent, or a device that was confirmed by one before. */
export default function IdentifyPage({ invited }: { invited: Invited }) {
  useTitle('Assinar documentos');
  const [sent, setSent] = useState(() => recallSentCode(invited));
  const [cpf, setCpf] = useState(sent?.cpf ?? '');
  const [interrupted] = useState(() => isInterrupted('personId' in invited ? invited.personId : undefined));

  function keep(next: SentCode | undefined): void {
    setSent(next);
    rememberSentCode(invited, next);
  }

  function waitForCode(digits: string, answer: SentAnswer, contact?: Contact): void {
    setCpf(digits);
    const now = Date.now();
    keep({
      ...answer,
      ...(contact === undefined ? {} : { contact: contact.contact, sentTo: contact.masked }),
      cpf: digits,
      resendAt: now + RESEND_AFTER_S * 1000,
      expiresAt: now + answer.expiresInSeconds * 1000,
    });
  }

  async function open(digits: string, code?: string): Promise<void> {
    const opened = await anonymousApi.call('openSigningSession', {
      body: {
        ...invited,
        cpf: digits,
        rememberDevice: !isSharedComputer(),
        ...(code === undefined ? {} : { code }),
      },
      headers: { 'client-device-id': deviceId() },
    });
    rememberSentCode(invited, undefined);
    personSession.open(opened);
  }

  /** A device that is known opens at once; for any other the server sends a code and says where to. */
  async function identify(digits: string): Promise<void> {
    try {
      await open(digits);
    } catch (error) {
      const { sentCode } = asProblem(error);
      if (sentCode === undefined) throw error;
      waitForCode(digits, sentCode);
    }
  }

  /** The code for the contact that was chosen; once more for the one from before. */
  async function request(contact = chosenOf(sent)): Promise<void> {
    const body = { ...invited, cpf, ...(contact === undefined ? {} : { contact: contact.contact }) };
    waitForCode(cpf, await anonymousApi.call('requestSigningCode', { body }), contact);
  }

  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-1 flex-col justify-center px-4 py-10 sm:px-6">
      {sent === undefined && <CpfStep initial={cpf} interrupted={interrupted} onSubmit={identify} />}
      {sent?.contacts !== undefined && (
        <ContactChoice contacts={sent.contacts} onBack={() => keep(undefined)} onChoose={request} />
      )}
      {sent !== undefined && sent.contacts === undefined && (
        <CodeStep
          key={sent.resendAt}
          sent={sent}
          onBack={() => keep(undefined)}
          onResend={() => request()}
          onCode={(code) => open(cpf, code)}
        />
      )}
    </div>
  );
}

function StepIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-12 items-center justify-center rounded-2xl bg-primary-soft text-primary-ink [&_svg]:size-6"
    >
      {children}
    </span>
  );
}

function CpfStep({
  initial,
  interrupted,
  onSubmit,
}: {
  initial: string;
  /** They had begun, and their session is over. */
  interrupted: boolean;
  onSubmit: (cpf: string) => Promise<void>;
}) {
  const [cpf, setCpf] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    const checked = cpf === '' ? cpfRules.required : cpfRules.validate(cpf);
    setProblem(undefined);
    setRefusal(checked === true ? undefined : checked);
    if (checked !== true) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit(cpf);
    } catch (error) {
      const failed = asProblem(error);
      if (failed.code === 'AUTH_PERSON_NOT_FOUND') setRefusal(failed.title);
      else setProblem(failed);
      setBusy(false);
    }
  }

  return (
    <>
      <StepIcon>
        <KeyRound />
      </StepIcon>
      {/* Whether there is anything to sign is said once it is known who asks. */}
      <h1 className="mt-5 text-2xl font-semibold">Confirme quem você é</h1>
      {interrupted && (
        <Callout tone="info" title="Sua sessão terminou" className="mt-5">
          O que você já leu, respondeu e escreveu continua aqui. É só confirmar de novo quem você é.
        </Callout>
      )}
      <p className={cn('text-muted', interrupted ? 'mt-5' : 'mt-2')}>
        Para ver e assinar os documentos deste convite, informe seu CPF: enviaremos um código ao email em que
        você o recebeu.
      </p>
      <form
        noValidate
        className="mt-8 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <ProblemCallout error={problem} />
        <Field label="Seu CPF" error={refusal} required>
          <MaskedInput
            mask="cpf"
            placeholder="000.000.000-00"
            value={cpf}
            onValueChange={setCpf}
            inputRef={(element) => {
              field.current = element;
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {busy ? 'Enviando código…' : 'Receber código'}
        </Button>
      </form>
      <p className="mt-6 text-[0.8125rem] text-subtle">
        O código é só seu: não o encaminhe a ninguém. Sem ele, este link não assina nada.
      </p>
    </>
  );
}

function CodeStep({
  sent,
  onBack,
  onResend,
  onCode,
}: {
  sent: SentCode;
  onBack: () => void;
  onResend: () => Promise<void>;
  onCode: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'resend'>();
  const [problem, setProblem] = useState<Problem>();
  const wait = useCountdown(sent.resendAt);
  const wrong = problem?.code === 'AUTH_DEVICE_VALIDATION_ERROR';

  async function attempt(kind: 'code' | 'resend', act: () => Promise<void>): Promise<void> {
    setBusy(kind);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
      setCode('');
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      <StepIcon>
        <MailCheck />
      </StepIcon>
      <h1 className="mt-5 text-2xl font-semibold">Digite o código</h1>
      <p className="mt-2 text-muted">
        {sent.sentTo === null ? (
          `Se houver documentos para este CPF, enviamos ${CODE_DIGITS} ao email em que você os recebeu. `
        ) : (
          <>
            <SentTo {...sent} />{' '}
          </>
        )}
        O código vale por {Math.max(1, Math.round(sent.expiresInSeconds / 60))} minutos.
      </p>
      <form
        noValidate
        className="mt-8 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === ONE_TIME_CODE_LENGTH && busy === undefined)
            void attempt('code', () => onCode(code));
        }}
      >
        {!wrong && <ProblemCallout error={problem} />}
        <Field label={CODE_LABEL} error={wrong ? problem.title : undefined}>
          <CodeInput
            focusOnMount
            value={code}
            disabled={busy === 'code'}
            onValueChange={setCode}
            onComplete={(digits) => void attempt('code', () => onCode(digits))}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={busy === 'code'}
          disabled={code.length < ONE_TIME_CODE_LENGTH}
        >
          {busy === 'code' ? 'Conferindo…' : 'Continuar'}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2">
        <Button variant="ghost" size="sm" flush="start" icon={<ArrowLeft />} onClick={onBack}>
          Corrigir CPF
        </Button>
        <Button
          variant="ghost"
          size="sm"
          flush="end"
          busy={busy === 'resend'}
          disabled={wait > 0}
          onClick={() => void attempt('resend', onResend)}
        >
          {wait > 0 ? `Enviar outro código em ${wait} s` : 'Enviar outro código'}
        </Button>
      </div>
      <p className="mt-4 text-[0.8125rem] text-subtle">{notArrivedWords(sent.channel)}</p>
    </>
  );
}
