import { IMPEDIMENT_WORDS } from '@lacre/contracts/at-request';

import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { sayAround } from '@/i18n/say-around.ts';
import { say, sayWord } from '@/i18n/say.ts';
import { shown } from '@/lib/language/language.ts';

import { note, useProgress } from './progress.ts';
import type { SigningRequest } from './queries.ts';

type Declaration = NonNullable<SigningRequest['declaration']>;

/** Of a signature at another's request: who cannot sign, what is to happen before signing, and what is declared of it. */
export function AtRequest({
  declaration: { by, text, requests },
  act,
}: {
  declaration: Declaration;
  /** The signatures it would be declared for; undefined before there is nothing but signing to do. */
  act: string | undefined;
}) {
  const { declaredFor } = useProgress();
  return (
    <section
      id="assinatura-a-rogo"
      tabIndex={-1}
      aria-labelledby="assinatura-a-rogo-titulo"
      className="mt-6 rounded-xl border border-info-line bg-info-soft p-4 text-sm"
    >
      <h2 id="assinatura-a-rogo-titulo" className="font-semibold text-info">
        {say('Assinatura a rogo')}
      </h2>
      {requests.map((request) => (
        <p key={`${request.name} ${request.signerName}`} className="mt-1 wrap-anywhere">
          <Asked by={by} request={request} />
        </p>
      ))}
      <p className="mt-1">
        {by === 'signer'
          ? say(
              'Antes de assinar, leia o documento à pessoa em voz alta, por inteiro, diante das testemunhas.',
            )
          : say('Antes de assinar, presencie a leitura do documento em voz alta à pessoa, e o pedido dela.')}
      </p>
      {act !== undefined && (
        <Checkbox
          className="mt-3 border-t border-info-line pt-3"
          checked={declaredFor === act}
          onChange={({ target }) => note(() => ({ declaredFor: target.checked ? act : undefined }))}
          label={<Declared text={text} />}
        />
      )}
    </section>
  );
}

/** Who asked whom to sign, and why they do not sign themselves. */
function Asked({
  by,
  request: { name, impediment, signerName },
}: {
  by: Declaration['by'];
  request: Declaration['requests'][number];
}) {
  const who = <strong className="font-medium">{name}</strong>;
  const why = impediment === null ? say('não pode assinar') : sayWord(IMPEDIMENT_WORDS[impediment]);
  return by === 'signer'
    ? sayAround('{0}, que {1}, pediu que você assine em seu nome.', who, why)
    : sayAround('{0}, que {1}, pediu que {2} assine em seu nome. Você é testemunha.', who, why, signerName);
}

/** The Portuguese text binds: it stands beside its translation. */
function Declared({ text }: { text: string }) {
  const translated = sayWord(text);
  if (shown.language === 'pt-BR' || translated === text) return <span lang="pt-BR">{text}</span>;
  return (
    <span>
      {translated}
      <span className="mt-1 block text-[0.8125rem] text-subtle">
        {say('Esta é uma tradução. Vale o texto em português:')} <span lang="pt-BR">{text}</span>
      </span>
    </span>
  );
}
