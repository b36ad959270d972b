import { Link } from '@tanstack/react-router';
import { FileInput, Share, Smartphone, SquarePlus } from 'lucide-react';
import { useEffect } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { beginInstallation } from '@/lib/browser/install-prompt.ts';
import { install, useInstallOffer } from '@/lib/hooks/use-install-offer.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';

const WAYS = [
  {
    icon: Smartphone,
    title: 'Para assinar',
    text: 'Abra no celular o link que chegou por email. Não é preciso instalar nada nem criar conta.',
  },
  {
    icon: Share,
    title: 'No iPhone e no iPad',
    text: 'No Safari, toque em Compartilhar e depois em “Adicionar à Tela de Início”.',
  },
  {
    icon: SquarePlus,
    title: 'No Android',
    text: 'No menu do navegador, toque em “Instalar aplicativo” ou “Adicionar à tela inicial”.',
  },
  {
    icon: FileInput,
    title: 'Para enviar um arquivo do celular',
    text: 'Com o Lacre instalado no Android, abra o PDF em qualquer aplicativo, toque em Compartilhar e escolha Lacre: um novo processo começa com ele.',
  },
] as const;

/** How to use the product on a phone. */
export function MobilePage() {
  useTitle('No celular');
  const offer = useInstallOffer();
  useEffect(beginInstallation, []);
  return (
    <div className="mx-auto max-w-[760px] px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="text-3xl font-semibold">O Lacre no celular</h1>
      <p className="mt-2 text-muted">
        Não é preciso loja de aplicativos: a plataforma inteira funciona no navegador e pode ficar na tela de
        início, como qualquer aplicativo.
      </p>
      <ul className="mt-8 flex flex-col gap-4">
        {WAYS.map((way) => (
          <li key={way.title} className="flex gap-4 card p-5">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-primary-soft text-primary-ink">
              <way.icon aria-hidden="true" className="size-5" />
            </span>
            <div>
              <h2 className="font-semibold">{way.title}</h2>
              <p className="mt-1 text-[0.9375rem] text-muted">{way.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        {offer === 'prompt' && (
          <Button variant="primary" onClick={() => void install()}>
            Instalar neste aparelho
          </Button>
        )}
        <Button asChild {...(offer === 'prompt' ? {} : { variant: 'primary' })}>
          <Link to="/login">Entrar</Link>
        </Button>
        <Button asChild>
          <Link to="/validate">Validar documento</Link>
        </Button>
      </div>
    </div>
  );
}
