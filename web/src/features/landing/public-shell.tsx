import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Logo } from '@/components/brand/logo.tsx';
import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { SkipLink } from '@/components/page/skip-link.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { useSession } from '@/lib/session/use-session.ts';

/**
 * The frame of public pages, in Portuguese even around a page in another language.
 * @param children what it holds, instead of the page of the route below it
 */
export function PublicShell({ children }: { children?: ReactNode }) {
  const session = useSession();
  const signedIn = session.status === 'authenticated';
  return (
    <div className="flex min-h-dvh flex-col">
      <div lang="pt-BR">
        <SkipLink />
      </div>
      <header className="sticky top-0 z-30 border-b border-line bg-page/90 backdrop-blur-md short:static">
        <div className="mx-auto flex h-16 w-full max-w-[1160px] items-center gap-1 px-4 sm:gap-2 sm:px-6">
          <Link to="/" lang="pt-BR" aria-label="Lacre, página inicial" className="mr-auto rounded-lg">
            <Logo />
          </Link>
          <Button asChild variant="ghost" className="max-sm:hidden">
            <Link to="/validate" lang="pt-BR">
              Validar documento
            </Link>
          </Button>
          <ThemeSwitch />
          {signedIn ? (
            <Button asChild variant="primary">
              <Link to="/dashboard" lang="pt-BR">
                Abrir o painel
              </Link>
            </Button>
          ) : (
            <Button asChild>
              <Link to="/login" lang="pt-BR">
                Entrar
              </Link>
            </Button>
          )}
        </div>
      </header>
      <main id="conteudo" tabIndex={-1} className="flex-1 outline-none">
        {children ?? <Outlet />}
      </main>
      <footer lang="pt-BR" className="border-t border-line">
        <div className="mx-auto flex w-full max-w-[1160px] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-sm text-muted sm:px-6">
          <p className="mr-auto">Lacre, assinaturas eletrônicas com prova.</p>
          <Link to="/validate" className="hover:text-ink hover:underline">
            Validar documento
          </Link>
          <Link to="/policies" className="hover:text-ink hover:underline">
            Termos e privacidade
          </Link>
          <Link to="/mobile" className="hover:text-ink hover:underline">
            No celular
          </Link>
        </div>
      </footer>
    </div>
  );
}
