import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';

import { Logo, SealMark } from '@/components/brand/logo.tsx';
import { TenantColor } from '@/components/brand/tenant-color.tsx';
import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { brandingQuery } from '@/entities/session/queries.ts';
import { rememberDomain } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

const PROMISES = [
  'Cada assinatura fica registrada com data, aparelho, local e documento exibido.',
  'O PDF final é selado: qualquer alteração posterior é percebida.',
  'Qualquer pessoa confere a autenticidade, sem precisar de conta.',
] as const;

/**
 * The frame of signing in and registering: the form, and on wide screens what the product stands for. Under a
 * tenant's address it wears that tenant's logo, colour and background.
 */
export function AuthShell() {
  const { domain } = useParams({ strict: false });
  const { data: branding } = useQuery(brandingQuery(domain));
  const known = domain === undefined ? undefined : branding;
  useEffect(() => {
    if (known !== undefined) rememberDomain(known.domain);
  }, [known]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,520px)]">
      <TenantColor hex={known?.primaryColor} />
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between gap-4">
          <Link to="/" aria-label="Lacre, página inicial" className="rounded-lg">
            <Logo />
          </Link>
          <ThemeSwitch />
        </header>
        {/* Not in the middle: what comes in below would shift the form under a finger. */}
        <main id="conteudo" className="mx-auto w-full max-w-[420px] flex-1 pt-[max(1.5rem,12dvh)] pb-8">
          {known?.logoUrl != null && (
            <div className="mb-8 flex">
              <TenantLogo path={known.logoUrl} name={known.name} />
            </div>
          )}
          <Outlet />
        </main>
      </div>
      <Aside background={known?.backgroundUrl ?? null} branded={known?.primaryColor != null} />
    </div>
  );
}

function Aside({ background, branded }: { background: string | null; branded: boolean }) {
  return (
    <aside
      className={cn(
        'relative hidden overflow-hidden text-white lg:flex lg:flex-col lg:justify-end',
        branded
          ? 'bg-[linear-gradient(160deg,color-mix(in_oklab,var(--primary-fill),black_55%),var(--primary-fill))]'
          : 'bg-[linear-gradient(160deg,#2b1a6e,#4a25c4_55%,#6d44ee)]',
      )}
    >
      {background === null ? (
        <SealMark className="absolute -top-24 -right-28 size-[520px]! opacity-[0.14] [&_path:first-child]:fill-white!" />
      ) : (
        <>
          <img src={`/api${background}`} alt="" className="absolute inset-0 size-full object-cover" />
          {/* Whatever the picture, what is written over it can be read. */}
          <div className="absolute inset-0 bg-[linear-gradient(to_top,rgb(0_0_0/0.86),rgb(0_0_0/0.7)_45%,rgb(0_0_0/0.15))]" />
        </>
      )}
      <div className="relative p-12 xl:p-14">
        <p className="text-3xl leading-tight font-semibold tracking-tight text-balance">
          Assinaturas que se provam sozinhas.
        </p>
        <ul className="mt-8 flex flex-col gap-4">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex gap-3 text-[0.9375rem]">
              <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full bg-white/20">
                <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
              </span>
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
