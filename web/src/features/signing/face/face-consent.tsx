import type { AnswerOf } from '@lacre/contracts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { sayPortuguese } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { shown } from '@/lib/language/language.ts';

/** Asked once, before anything of a face is kept: what for, for how long, and what else one may do (LGPD, art. 11, I). */
export function FaceConsent({
  terms,
  capture,
  alternative,
  onConsent,
}: {
  terms: AnswerOf<'getFace'>['consent'];
  /** What comes next. */
  capture: 'live' | 'file';
  /** Whether another way to sign is offered here. */
  alternative: boolean;
  onConsent: () => void;
}) {
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>
        {say(
          'Para conferir o seu rosto, é preciso cadastrá-lo uma vez. O rosto é um dado sensível, e só o usamos com o seu consentimento.',
        )}
      </p>
      <ConsentTerms terms={terms} alternative={alternative} />
      {shown.language !== 'pt-BR' && (
        <details lang="pt-BR" className="text-[0.8125rem]">
          <summary className="cursor-pointer text-subtle" lang={shown.language}>
            {say('Esta é uma tradução. Vale o texto em português:')}
          </summary>
          <ConsentTerms terms={terms} alternative={alternative} words={sayPortuguese} />
          <p className="mt-3">
            {sayPortuguese('Consinto com o uso do meu rosto para conferir as minhas assinaturas.')}
          </p>
        </details>
      )}
      <Checkbox
        checked={agreed}
        aria-invalid={(asked && !agreed) || undefined}
        onChange={(event) => setAgreed(event.target.checked)}
        label={say('Consinto com o uso do meu rosto para conferir as minhas assinaturas.')}
      />
      {asked && !agreed && (
        <Callout tone="danger">{say('É preciso consentir para cadastrar o rosto.')}</Callout>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        icon={<ShieldCheck />}
        onClick={() => {
          setAsked(true);
          if (agreed) onConsent();
        }}
      >
        {capture === 'live' ? say('Continuar para a câmera') : say('Continuar para a foto')}
      </Button>
    </div>
  );
}

/** What one consents to, in the language that is shown or in the one that binds. */
function ConsentTerms({
  terms,
  alternative,
  words = say,
}: Pick<Parameters<typeof FaceConsent>[0], 'terms' | 'alternative'> & { words?: typeof say }) {
  return (
    <dl className="flex flex-col gap-3">
      <Item term={words('Para quê')}>
        {terms.register === null
          ? words(
              'Só para conferir que é você quem assina nesta conta. Nunca para publicidade, nem para outra empresa.',
            )
          : words('Só para conferir que é você quem assina nesta conta. Nunca para publicidade.')}
      </Item>
      {terms.register !== null && (
        <Item term={words('Com quem conferimos')}>
          {words(
            'Ao cadastrar, enviamos uma foto e o seu CPF, uma vez, a {0}, que responde o quanto o rosto se parece com o que esse serviço já tem de você.',
            terms.register,
          )}
        </Item>
      )}
      <Item term={words('O que guardamos')}>
        {words(
          'Números calculados da imagem, cifrados com uma chave só sua, por até {0} meses sem uso. As fotos, também cifradas, são apagadas em {1} dias: até lá, só você as vê, para saber o que foi cadastrado.',
          terms.templateMonths,
          terms.photoDays,
        )}
      </Item>
      <Item term={words('O que vai para o documento')}>
        {words('A semelhança, em número, e o programa que a calculou. Nunca a imagem.')}
      </Item>
      <Item term={words('Você pode voltar atrás')}>
        {words(
          'Veja e apague o que guardamos quando quiser, em “Meu rosto”, no alto da página do seu convite.',
        )}{' '}
        {alternative
          ? words('Se preferir não mostrá-lo, assine com um código de uso único, enviado a você.')
          : words('Se preferir não mostrá-lo, fale com quem pediu a assinatura para combinar outra forma.')}
      </Item>
    </dl>
  );
}

function Item({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
