import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';

import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { Door, DoorOnItsWay, NotForYou } from '@/entities/invitation/door.tsx';
import { isInterrupted } from '@/features/signing/request/progress.ts';
import { ByLacre } from '@/features/signing/request/signing-shell.tsx';
import { Steps } from '@/features/signing/request/steps.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { deviceId } from '@/lib/browser/device-id.ts';
import { isSharedComputer } from '@/lib/browser/preferences.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { inLanguage } from '@/lib/language/in-language.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import { recallSentCode, rememberSentCode, type Invited, type SentCode } from './code-step-memory.ts';
import { CodeStep } from './code-step.tsx';
import { ContactChoice } from './contact-choice.tsx';
import { CpfStep } from './cpf-step.tsx';
import { invitationQuery } from './invitation-query.ts';
import { noteLikelyKnown } from './known-device.ts';

type SentAnswer = AnswerOf<'requestSigningCode'>;
type Contact = NonNullable<SentAnswer['contacts']>[number];

/** The contact that the code was sent to, where it was one of several. */
const chosenOf = (sent: SentCode | undefined): Contact | undefined =>
  sent?.contact === undefined ? undefined : { contact: sent.contact, masked: sent.sentTo ?? '' };

/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;

/**
 * The door: what the link asks for, and below it who the person is, by CPF and the code that is sent, or by a device
 * that was confirmed by one before.
 */
export default function IdentifyPage({ invited }: { invited: Invited }) {
  useTitle(say('Assinar documentos'));
  const byLink = 'personId' in invited;
  const invitation = useQuery(
    invitationQuery(byLink ? { process: invited.processId, person: invited.personId } : {}),
  );
  const [sent, setSent] = useState(() => recallSentCode(invited));
  const [cpf, setCpf] = useState(sent?.cpf ?? '');
  const [interrupted] = useState(() => isInterrupted(byLink ? invited.personId : undefined));

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
      headers: { 'client-device-id': deviceId(), ...inLanguage() },
    });
    rememberSentCode(invited, undefined);
    noteLikelyKnown(!isSharedComputer());
    personSession.open(opened);
  }

  /** A device that is known opens at once; for any other the server sends a code and says where to. */
  async function identify(digits: string): Promise<void> {
    try {
      await open(digits);
    } catch (error) {
      const { sentCode } = asProblem(error);
      if (sentCode === undefined) throw error;
      noteLikelyKnown(false);
      waitForCode(digits, sentCode);
    }
  }

  /** The code for the contact that was chosen; once more for the one from before. */
  async function request(contact = chosenOf(sent)): Promise<void> {
    const body = { ...invited, cpf, ...(contact === undefined ? {} : { contact: contact.contact }) };
    waitForCode(cpf, await anonymousApi.call('requestSigningCode', { body, headers: inLanguage() }), contact);
  }

  if (invitation.data === null) return <UnknownLink />;
  // Without a link nothing is said of what there is to sign before it is known who asks.
  const heading = byLink && !invitation.isError ? 'h2' : 'h1';
  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-1 flex-col px-4 pt-5 pb-6 sm:justify-center sm:px-6 sm:py-10">
      <Steps at="identify" />
      {byLink && !invitation.isError && (
        <div className="mb-6">
          {invitation.data === undefined ? <DoorOnItsWay /> : <Door invitation={invitation.data} />}
        </div>
      )}
      {sent === undefined && (
        <CpfStep heading={heading} initial={cpf} interrupted={interrupted} onSubmit={identify} />
      )}
      {sent?.contacts !== undefined && (
        <ContactChoice contacts={sent.contacts} onBack={() => keep(undefined)} onChoose={request} />
      )}
      {sent !== undefined && sent.contacts === undefined && (
        <CodeStep
          key={sent.resendAt}
          heading={heading}
          sent={sent}
          onBack={() => keep(undefined)}
          onResend={() => request()}
          onCode={(code) => open(cpf, code)}
        />
      )}
      {byLink && <NotForYou />}
      <ByLacre />
    </div>
  );
}

/** The same for a link that never was, one that was mistyped, and one whose signature is no longer asked for. */
function UnknownLink() {
  useTitle(say('Link sem pedido'));
  return (
    <EmptyState
      level="h1"
      icon={<Link2Off />}
      title={say('Este link não leva a nenhum pedido')}
      className="flex-1 justify-center"
    >
      {say(
        'O endereço pode estar incompleto, ou a assinatura passou a outra pessoa. Abra de novo o email mais recente do convite; se não der certo, fale com quem pediu a assinatura.',
      )}
    </EmptyState>
  );
}
