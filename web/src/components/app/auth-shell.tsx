import { Link, Outlet } from '@tanstack/react-router';
import { Check } from 'lucide-react';

import { Logo, SealMark } from './logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const PROMISES = [
  'Cada assinatura fica registrada com data, aparelho, local e documento exibido.',
  'O PDF final é selado: qualquer alteração posterior é percebida.',
  'Qualquer pessoa confere a autenticidade, sem precisar de conta.',
] as const;

/** The frame of signing in and registering: the form, and on wide screens what the product stands for. */
export function AuthShell() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,520px)]">
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between">
          <Link to="/" aria-label="Lacre, página inicial" className="rounded-lg">
            <Logo />
          </Link>
          <ThemeSwitch />
        </header>
        <main id="conteudo" className="mx-auto flex w-full max-w-[420px] flex-1 flex-col justify-center py-8">
          <Outlet />
        </main>
      </div>
      <aside className="relative hidden overflow-hidden bg-[linear-gradient(160deg,#2b1a6e,#4a25c4_55%,#6d44ee)] text-white lg:flex lg:flex-col lg:justify-end">
        <SealMark className="absolute -top-24 -right-28 size-[520px]! opacity-[0.14] [&_path:first-child]:fill-white!" />
        <div className="relative p-12 xl:p-14">
          <p className="text-3xl leading-tight font-semibold tracking-tight text-balance">
            Assinaturas que se provam sozinhas.
          </p>
          <ul className="mt-8 flex flex-col gap-4">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex gap-3 text-[0.9375rem] text-white/90">
                <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full bg-white/20">
                  <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
                </span>
                {promise}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}
