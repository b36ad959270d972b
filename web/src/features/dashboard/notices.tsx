import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { daysUntil, formatDate, plural } from '@/lib/format/format.ts';

import { sealStatusQuery } from './seal-status-query.ts';

/** Warns administrators that the seal certificate is about to end, or has ended. */
export function SealNotice() {
  const { data } = useQuery(sealStatusQuery);
  return data?.expiresSoon && <SealWarning status={data} />;
}

function SealWarning({ status }: { status: AnswerOf<'sealStatus'> }) {
  if (status.daysLeft < 0) {
    return (
      <Callout tone="danger" title="O certificado do selo venceu">
        Documentos concluídos esperam por um certificado novo para serem selados. Nada se perde: quando ele
        for instalado, o selo continua sozinho.
      </Callout>
    );
  }
  return (
    <Callout tone="warning" title={`O certificado do selo vence ${inDays(daysUntil(status.notAfter))}`}>
      Ele vale até {formatDate(status.notAfter)}. Peça a quem cuida da instalação que o renove antes disso,
      para que os documentos continuem sendo selados.
    </Callout>
  );
}

function inDays(days: number): string {
  if (days <= 0) return 'hoje';
  return days === 1 ? 'amanhã' : `em ${plural(days, 'dia')}`;
}

/** Common users who see nothing until a steward assigns them to a company. */
export function UsersWaiting({ count }: { count: number }) {
  return (
    <Callout
      tone="info"
      title={`${plural(count, 'usuário espera', 'usuários esperam')} acesso a uma empresa`}
      action={
        <Link to="/users" className="text-sm font-medium underline underline-offset-4">
          Ver usuários
        </Link>
      }
    >
      Sem uma empresa, quem entra não vê processos nem envia documentos.
    </Callout>
  );
}
