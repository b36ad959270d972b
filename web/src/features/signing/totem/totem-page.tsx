import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PowerOff } from 'lucide-react';
import { useEffect } from 'react';

import { TenantColor } from '@/components/brand/tenant-color.tsx';
import { PageLoading } from '@/components/page/page-loading.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { brandingQuery } from '@/entities/session/queries.ts';
import { totemQueries } from '@/entities/totem/queries.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { session } from '@/lib/session/session.ts';
import { keepAsTotem } from '@/lib/session/totem-lock.ts';
import { useSession, useUser } from '@/lib/session/use-session.ts';

import { RegisterTotem } from './register-totem.tsx';
import { TotemInService } from './totem-in-service.tsx';
import { useArrival } from './use-arrival.ts';
import { endVisit } from './visit-language.ts';

/** The kiosk: registered by a name first, in service from then on, and at an end when it is revoked. */
export function TotemPage() {
  useTitle('Totem');
  const { status } = useSession();
  const tenant = useUser()?.tenant;
  const { data: branding } = useQuery({ ...brandingQuery(tenant?.domain), staleTime: 10 * 60_000 });
  if (tenant === undefined) return null;
  return (
    <>
      <TenantColor hex={branding?.primaryColor} />
      {/* Revoked, or its user's password changed: the person's data is wiped with the screen, and the totem is closed. */}
      {status === 'expired' ? <OutOfService /> : <Tablet tenantName={tenant.name} branding={branding} />}
    </>
  );
}

function Tablet({
  tenantName,
  branding,
}: {
  tenantName: string;
  branding: AnswerOf<'tenantBranding'> | undefined;
}) {
  const { data, error, isFetching, refetch } = useQuery(totemQueries.current);
  if (data === undefined) {
    return error === null ? (
      <PageLoading />
    ) : (
      <div className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
        <ProblemCallout error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (data.totem === null) return <RegisterTotem tenantName={tenantName} />;
  return (
    <TotemInService
      totemName={data.totem.name}
      waitsIn={data.language}
      tenantName={tenantName}
      branding={branding}
    />
  );
}

function OutOfService() {
  const navigate = useNavigate();
  useTitle('Totem fora de serviço');
  useArrival('out of service');
  useEffect(() => void endVisit('pt-BR'), []);
  return (
    <main
      id="conteudo"
      className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-center justify-center gap-4 px-4 py-10 text-center"
    >
      <span className="flex size-24 items-center justify-center rounded-full bg-sunken text-muted">
        <PowerOff aria-hidden="true" className="size-11" strokeWidth={1.8} />
      </span>
      <h1 className="mt-2 text-3xl font-semibold text-balance">Este totem está fora de serviço</h1>
      <p className="text-muted sm:text-lg">
        A administração da conta desligou este aparelho, ou a senha dele mudou. Nada do que foi assinado se
        perdeu.
      </p>
      <Button
        variant="primary"
        size="lg"
        className="mt-6 h-14 w-full max-w-md text-lg"
        onClick={() => {
          keepAsTotem(false);
          session.drop();
          void navigate({ to: '/login', replace: true });
        }}
      >
        Entrar de novo
      </Button>
    </main>
  );
}
