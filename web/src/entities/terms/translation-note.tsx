import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { say } from '@/i18n/say.ts';
import { shown } from '@/lib/language/language.ts';

import type { ShownTerms } from './shown-terms.ts';

/** Above the terms on a page in another language: that the Portuguese binds, and the way to it and back. */
export function TranslationNote({
  haveTranslation,
  areTranslated,
  showTranslation,
}: Omit<ShownTerms, 'sections'>) {
  if (shown.language === 'pt-BR') return null;
  if (!haveTranslation)
    return (
      <Callout title={say('Esta versão está só em português')}>
        {say('Ela não está mais em vigor, e vale como está para quem assinou com ela.')}
      </Callout>
    );
  return (
    <Callout
      title={areTranslated ? say('Esta é uma tradução') : say('Este é o texto que vale')}
      action={
        <Button size="sm" onClick={() => showTranslation(!areTranslated)}>
          {areTranslated ? say('Ler em português') : say('Ler a tradução')}
        </Button>
      }
    >
      {say('O texto em português é o que vale. Ele é o que cada assinatura registra.')}
    </Callout>
  );
}
