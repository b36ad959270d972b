import type { AnswerOf } from '@lacre/contracts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';

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
        Para conferir o seu rosto, é preciso cadastrá-lo uma vez. O rosto é um dado sensível, e só o usamos
        com o seu consentimento.
      </p>
      <dl className="flex flex-col gap-3">
        <Item term="Para quê">
          Só para conferir que é você quem assina nesta conta. Nunca para publicidade
          {terms.register === null ? ', nem para outra empresa.' : '.'}
        </Item>
        {terms.register !== null && (
          <Item term="Com quem conferimos">
            Ao cadastrar, enviamos uma foto e o seu CPF, uma vez, a {terms.register}, que responde o quanto o
            rosto se parece com o que esse serviço já tem de você.
          </Item>
        )}
        <Item term="O que guardamos">
          Números calculados da imagem, cifrados com uma chave só sua, por até {terms.templateMonths} meses
          sem uso. As fotos, também cifradas, são apagadas em {terms.photoDays} dias: até lá, só você as vê,
          para saber o que foi cadastrado.
        </Item>
        <Item term="O que vai para o documento">
          A semelhança, em número, e o programa que a calculou. Nunca a imagem.
        </Item>
        <Item term="Você pode voltar atrás">
          Veja e apague o que guardamos quando quiser, em “Meu rosto”, no alto da página do seu convite.{' '}
          {alternative
            ? 'Se preferir não mostrá-lo, assine com um código de uso único, enviado a você.'
            : 'Se preferir não mostrá-lo, fale com quem pediu a assinatura para combinar outra forma.'}
        </Item>
      </dl>
      <Checkbox
        checked={agreed}
        aria-invalid={(asked && !agreed) || undefined}
        onChange={(event) => setAgreed(event.target.checked)}
        label="Consinto com o uso do meu rosto para conferir as minhas assinaturas."
      />
      {asked && !agreed && <Callout tone="danger">É preciso consentir para cadastrar o rosto.</Callout>}
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
        {capture === 'live' ? 'Continuar para a câmera' : 'Continuar para a foto'}
      </Button>
    </div>
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
