import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section } from '@/components/page/section.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { RecentlySignedIn } from '@/entities/session/recently.tsx';
import { accountQueries } from '@/entities/user/account-query.ts';
import { AdministrationOffer } from '@/entities/user/administration-offer.tsx';
import { PasskeySection } from '@/features/profile/security/passkey-section.tsx';
import { PasswordSection } from '@/features/profile/security/password-section.tsx';
import { SecondFactorSection } from '@/features/profile/security/second-factor-section.tsx';
import { SessionsSection } from '@/features/profile/security/sessions-section.tsx';
import { WaysInSection } from '@/features/profile/security/ways-in-section.tsx';
import { roleWords } from '@/i18n/account-words.ts';
import type { CurrentUser } from '@/lib/session/session.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { DeleteAccountSection } from './delete-account-section.tsx';
import { PersonalSection } from './personal-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';

const Notices = lazyPart(
  () => import('./notices.tsx'),
  (code) => code.Notices,
);

const inSection = (text: ReactNode, action: ReactNode, choices: ReactNode): ReactNode => (
  <Section title="Avisos neste aparelho" text={text} action={action}>
    {choices}
  </Section>
);

/** Who one is here, how one comes in, and how one likes the screen. */
export function ProfilePage() {
  const user = useUser();
  const query = useQuery(accountQueries.account);
  if (user === undefined) return null;
  const account = query.data;
  return (
    <>
      <PageHeader title="Perfil" />
      <div className="mx-auto flex max-w-3xl flex-col gap-6 pt-6">
        <AdministrationOffer me={user} />
        <PersonalSection user={user} />
        <AccountFacts user={user} />
        <PreferencesSection />
        <Notices userId={user.uid} frame={inSection} />
        <h2 className="mt-2 text-lg font-semibold">Segurança</h2>
        {query.isError && (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.isPending &&
          [0, 1, 2].map((index) => <Skeleton key={index} className="h-32 rounded-[14px]!" />)}
        {account !== undefined && (
          <RecentlySignedIn account={account}>
            <PasswordSection hasPassword={account.hasPassword} email={account.email} />
            <SecondFactorSection account={account} />
            <PasskeySection passkeys={account.passkeys} />
            <WaysInSection account={account} />
            <SessionsSection />
            <DeleteAccountSection user={user} />
          </RecentlySignedIn>
        )}
      </div>
    </>
  );
}

function AccountFacts({ user }: { user: CurrentUser }) {
  const address = `${window.location.origin}/login/${user.tenant.domain}`;
  return (
    <Section title="Sua conta">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label="Papel">{roleWords[user.role]}</Fact>
        <Fact label="Conta">{user.tenant.name}</Fact>
        <Fact label="Endereço de acesso da conta" wide>
          <span className="flex flex-wrap items-center gap-2">
            <span className="break-all">{address}</span>
            <CopyButton text={address} label="Copiar endereço de acesso" iconOnly />
          </span>
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium">{children}</dd>
    </div>
  );
}
