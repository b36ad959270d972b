import { Link } from '@tanstack/react-router';
import { Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { beginInstallation } from '@/lib/browser/install-prompt.ts';
import { preferredStorage } from '@/lib/browser/preferences.ts';
import { install, useInstallOffer } from '@/lib/hooks/use-install-offer.ts';
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';

const DISMISSED_KEY = 'installDismissed';

function wasDismissed(): boolean {
  try {
    return preferredStorage()?.getItem(DISMISSED_KEY) === 'true';
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    preferredStorage()?.setItem(DISMISSED_KEY, 'true');
  } catch {
    // It lasts as long as the page.
  }
}

/** Offers to put the app on the home screen, at the head of the page of a phone, until it is done or declined. Its code begins what an installed app has. */
export function InstallBanner() {
  const isWide = useIsWide();
  const offer = useInstallOffer();
  useEffect(beginInstallation, []);
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  if (isWide || offer === undefined || isDismissed) return null;
  const dismiss = () => {
    rememberDismissal();
    setIsDismissed(true);
  };
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
          <Button size="sm" variant="ghost" onClick={dismiss}>
            Agora não
          </Button>
        </div>
      </div>
    </section>
  );
}
