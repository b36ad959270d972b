import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Logo } from '@/components/brand/logo.tsx';
import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { SkipLink } from '@/components/page/skip-link.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';
import { useLanguage } from '@/lib/language/use-language.ts';
import { useSession } from '@/lib/session/use-session.ts';

/**
 * The frame of public pages, in the language of the page.
 * @param children what it holds, instead of the page of the route below it
 */
export function PublicShell({ children }: { children?: ReactNode }) {
  useLanguage();
  const session = useSession();
  const signedIn = session.status === 'authenticated';
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-page/90 backdrop-blur-md short:static">
        <div className="mx-auto flex h-16 w-full max-w-[1160px] items-center gap-1 px-4 sm:gap-2 sm:px-6">
          <Link to="/" aria-label={say('Lacre, página inicial')} className="mr-auto rounded-lg">
            <Logo />
          </Link>
          <Button asChild variant="ghost" className="max-sm:hidden">
            <Link to="/validate">{say('Validar documento')}</Link>
          </Button>
          <ThemeSwitch />
          {signedIn ? (
            <Button asChild variant="primary">
              <Link to="/dashboard">{say('Abrir o painel')}</Link>
            </Button>
          ) : (
            <Button asChild>
              <Link to="/login">{say('Entrar')}</Link>
            </Button>
          )}
        </div>
      </header>
      <main id="conteudo" tabIndex={-1} className="flex-1 outline-none">
        {children ?? <Outlet />}
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex w-full max-w-[1160px] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-sm text-muted sm:px-6">
          <p className="mr-auto">{say('Lacre, assinaturas eletrônicas com prova.')}</p>
          <Link to="/validate" className="hover:text-ink hover:underline">
            {say('Validar documento')}
          </Link>
          <Link to="/policies" className="hover:text-ink hover:underline">
            {say('Termos e privacidade')}
          </Link>
          <Link to="/mobile" className="hover:text-ink hover:underline">
            {say('No celular')}
          </Link>
        </div>
      </footer>
    </div>
  );
}
