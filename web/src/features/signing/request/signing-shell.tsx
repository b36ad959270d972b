import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut, Smartphone, ScanFace } from 'lucide-react';
import type { ReactNode } from 'react';

import { Logo, SealMark } from '@/components/brand/logo.tsx';
import { TenantColor } from '@/components/brand/tenant-color.tsx';
import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { Button, buttonClasses } from '@/components/ui/actions/button.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { brandingQuery } from '@/entities/session/queries.ts';
import { invitationQuery } from '@/features/signing/identify/invitation-query.ts';
import type { SigningLink } from '@/features/signing/identify/link.ts';
import { say } from '@/i18n/say.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { forgetProgress } from './progress.ts';
import { signaturesQuery } from './queries.ts';

// Comes with what is shown first, in whose file the build puts it.
const LanguageSwitch = lazyPart(
  () => import('@/entities/language/language-switch.tsx'),
  (code) => code.LanguageSwitch,
);

// Few accounts offer it.
const LibrasButton = lazyPart(
  () => import('@/features/signing/libras/libras-button.tsx'),
  (code) => code.LibrasButton,
);

/** The frame of signing: whose invitation it is, and nothing but the matter at hand. */
export function SigningShell({ link, children }: { link: SigningLink; children: ReactNode }) {
  const session = usePersonSession();
  const brand = useBrand(link);
  return (
    <div className="flex min-h-dvh flex-col">
      <TenantColor hex={brand?.primaryColor} />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 w-full max-w-[880px] items-center gap-1 px-4 sm:px-6">
          <div className="mr-auto flex min-w-0 items-center">
            <Brand brand={brand} />
          </div>
          {brand?.signLanguageHost && <LibrasButton host={brand.signLanguageHost} />}
          {session && (
            <>
              <FaceLink personId={session.person.personId} />
              <HeadLink
                to="/document/devices"
                icon={<Smartphone aria-hidden="true" />}
                text={say('Meus dispositivos')}
              />
            </>
          )}
          <ThemeSwitch />
          {session !== undefined && (
            <Button
              variant="ghost"
              size="sm"
              icon={<LogOut />}
              onClick={() => {
                forgetProgress();
                personSession.leave();
              }}
            >
              <span className="max-sm:sr-only">{say('Sair')}</span>
            </Button>
          )}
        </div>
      </header>
      <main id="conteudo" className="flex flex-1 flex-col">
        {children}
      </main>
      <LanguageSwitch />
    </div>
  );
}

interface BrandOfTenant {
  name: string;
  primaryColor: string | null;
  logoUrl: string | null;
  /** Where texts are sent that are to be shown in Libras; absent or null where that is not offered. */
  signLanguageHost?: string | null;
}

/** The account that a link was sent by; null where none is known, undefined while that is being asked. */
function useBrand(link: SigningLink): BrandOfTenant | null | undefined {
  const { process, person, domain } = link;
  const invitation = useQuery(invitationQuery(link));
  const branding = useQuery(brandingQuery(domain));
  if (process !== undefined && person !== undefined) {
    const { data, isError } = invitation;
    return data == null ? (isError ? null : data) : { ...data, name: data.tenantName };
  }
  return domain === undefined || branding.isError ? null : branding.data;
}

function Brand({ brand }: { brand: BrandOfTenant | null | undefined }) {
  if (brand === undefined) return null;
  if (brand === null) return <Logo />;
  if (brand.logoUrl !== null)
    return <TenantLogo path={brand.logoUrl} name={brand.name} className="h-10! rounded-lg! px-2! py-1!" />;
  return <p className="truncate font-semibold">{brand.name}</p>;
}

/** Whose platform it is, where the account's own name stands at the head. */
export function ByLacre() {
  return (
    <p className="flex items-center justify-center gap-2 pt-8 text-[0.8125rem] text-subtle">
      <SealMark className="size-4.5!" /> {say('Assinatura eletrônica por Lacre')}
    </p>
  );
}

/** To the devices that need no code, or to what is kept of their face. */
function HeadLink({
  to,
  icon,
  text,
}: {
  to: '/document/devices' | '/document/face';
  icon: ReactNode;
  text: string;
}) {
  return (
    <Link to={to} search className={buttonClasses({ variant: 'ghost', size: 'sm' })}>
      {icon}
      <span className="max-sm:sr-only">{text}</span>
    </Link>
  );
}

/** Where a face is asked for. */
function FaceLink({ personId }: { personId: string }) {
  const { data } = useQuery({ ...signaturesQuery(personId), enabled: false });
  if (!data?.items.some(({ requirements }) => requirements.face)) return null;
  return <HeadLink to="/document/face" icon={<ScanFace aria-hidden="true" />} text={say('Meu rosto')} />;
}
