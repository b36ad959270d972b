import { Link } from '@tanstack/react-router';
import { Smartphone } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { dismissInstall, install, type InstallOffer } from '@/lib/browser/install-prompt.ts';

/** Offers to put the app on the home screen, at the head of the page, until it is done or declined. */
export function InstallBanner({ offer }: { offer: InstallOffer }) {
  return (
    <section
      aria-label="Instalar o Lacre"
      className="mt-4 flex gap-3 rounded-xl border border-line bg-surface p-4 text-sm"
    >
      <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Tenha o Lacre na tela de início</p>
        <p className="mt-0.5 text-muted">Abre com um toque, sem passar por loja de aplicativos.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {offer === 'prompt' ? (
            <Button size="sm" variant="primary" onClick={() => void install()}>
              Instalar
            </Button>
          ) : (
            <Button asChild size="sm" variant="primary">
              <Link to="/mobile">Ver como</Link>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={dismissInstall}>
            Agora não
          </Button>
        </div>
      </div>
    </section>
  );
}
