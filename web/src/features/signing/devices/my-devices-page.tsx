import type { AnswerOf } from '@lacre/contracts';
import { deviceText } from '@lacre/contracts/device-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Smartphone } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button, buttonClasses } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import type { SigningLink } from '@/features/signing/identify/link.ts';
import { PersonGate } from '@/features/signing/identify/person-gate.tsx';
import { say } from '@/i18n/say.ts';
import { deviceId } from '@/lib/browser/device-id.ts';
import { formatDateTime } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { personApi } from '@/lib/session/person-session.ts';

type Device = AnswerOf<'listPersonDevices'>['items'][number];

/** Devices that open a person's documents without a code, each for one contact. */
export function MyDevicesPage({ link }: { link: SigningLink }) {
  return <PersonGate link={link}>{(personId) => <MyDevices personId={personId} />}</PersonGate>;
}

function MyDevices({ personId }: { personId: string }) {
  useTitle(say('Meus dispositivos'));
  const query = useQuery({
    queryKey: ['person-devices', personId],
    queryFn: ({ signal }) =>
      personApi.call('listPersonDevices', { signal, headers: { 'client-device-id': deviceId() } }),
  });
  const [forgetting, setForgetting] = useState<Device>();
  const devices = query.data?.items;
  return (
    <div className="mx-auto w-full max-w-[640px] flex-1 px-4 py-8 sm:px-6 sm:py-10">
      <Link to="/document" search className={buttonClasses({ variant: 'ghost', size: 'sm', flush: 'start' })}>
        <ArrowLeft aria-hidden="true" /> {say('Voltar aos documentos')}
      </Link>
      <h1 className="mt-4 text-2xl font-semibold">{say('Meus dispositivos')}</h1>
      <p className="mt-2 text-muted">
        {say(
          'Estes dispositivos abrem os seus documentos só com o CPF, sem código. Esqueça os que não são seus.',
        )}
      </p>
      <div className="mt-6 flex flex-col gap-4">
        {query.isPending && <SkeletonRows rows={2} label={say('Buscando seus dispositivos…')} />}
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
        {devices?.length === 0 && (
          <div className="card">
            <EmptyState icon={<Smartphone />} title={say('Nenhum dispositivo lembrado')}>
              {say('Todo acesso aos seus documentos pede o código.')}
            </EmptyState>
          </div>
        )}
        {devices !== undefined && devices.length > 0 && (
          <ul className="divide-y divide-line card">
            {devices.map((device) => (
              <DeviceRow key={device.deviceId} device={device} onForget={() => setForgetting(device)} />
            ))}
          </ul>
        )}
      </div>
      {forgetting !== undefined && (
        <ConfirmCommand
          title={say('Esquecer este dispositivo?')}
          description={say('Dali em diante ele volta a pedir o código para abrir os seus documentos.')}
          confirmLabel={say('Esquecer dispositivo')}
          danger
          send={() => personApi.call('forgetPersonDevice', { params: { deviceId: forgetting.deviceId } })}
          onDone={async () => {
            setForgetting(undefined);
            await query.refetch();
            toast.success(say('Dispositivo esquecido'));
          }}
          onClose={() => setForgetting(undefined)}
        />
      )}
    </div>
  );
}

function DeviceRow({ device, onForget }: { device: Device; onForget: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {deviceText(device.userAgent ?? undefined) ?? say('Dispositivo não informado')}
          {device.current && <Badge>{say('Este dispositivo')}</Badge>}
        </p>
        <p className="mt-1 wrap-anywhere text-muted">
          {say('Para o que foi enviado a {0}', device.contact)}
          {device.place !== null && ` · ${device.place}`}
        </p>
        <p className="mt-1 text-[0.8125rem] text-subtle">
          {say(
            'Último uso em {0}; lembrado até {1}',
            formatDateTime(device.lastUsedAt),
            formatDateTime(device.expiresAt),
          )}
        </p>
      </div>
      <Button size="sm" onClick={onForget}>
        {say('Esquecer')}
      </Button>
    </li>
  );
}
