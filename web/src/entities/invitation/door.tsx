import type { AnswerOf } from '@lacre/contracts';
import { Building2, Clock, Files } from 'lucide-react';
import type { ReactNode } from 'react';

import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { counted } from '@/i18n/counted.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';

import { TimeLeft } from './time-left.tsx';

/** What the link of an invitation says before its holder is known. */
export type Invitation = AnswerOf<'signingInvitation'>;

/** Who asks for what, for which company and until when: said before anything is asked of the person. */
export function Door({
  invitation,
  heading: Heading = 'h1',
}: {
  invitation: Invitation;
  /** Its level on the page. */
  heading?: 'h1' | 'h3';
}) {
  const { requesterName, tenantName, companyName, summary, documents, deadline } = invitation;
  return (
    <section aria-labelledby="pedido" className="card border-t-4 border-t-primary p-4 sm:p-5">
      <p className="text-sm wrap-anywhere text-muted">
        {sayAround(
          '{0}, de {1}, pede a sua assinatura em',
          <strong className="font-medium text-ink">{requesterName}</strong>,
          tenantName,
        )}
      </p>
      <Heading id="pedido" className="mt-1 text-xl font-semibold text-balance wrap-anywhere">
        {summary}
      </Heading>
      <ul className="mt-3 flex flex-col gap-1.5 text-[0.8125rem] text-muted">
        <Fact icon={<Building2 />}>{say('Para {0}', companyName)}</Fact>
        <Fact icon={<Files />}>{counted(documents, 'documento')}</Fact>
        {deadline !== null && (
          <Fact icon={<Clock />}>
            <TimeLeft deadline={deadline} />
          </Fact>
        )}
      </ul>
    </section>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <span aria-hidden="true" className="text-subtle">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

/** As tall as what is on its way, so that the field below stays under the finger. */
export const DoorOnItsWay = () => <Skeleton className="h-38" />;

/** For a reader whom the invitation was not meant for. */
export function NotForYou() {
  return (
    <details className="mt-4 text-[0.8125rem] text-muted">
      <summary className="cursor-pointer rounded-md py-1 text-primary-ink underline underline-offset-4">
        {say('Não sou eu quem deve assinar')}
      </summary>
      <p className="mt-2">
        {say(
          'Feche esta página: sem o CPF da pessoa convidada e o código que só ela recebe, ninguém assina por este link. Se puder, avise quem pediu a assinatura, que escolhe outra pessoa ou corrige o contato.',
        )}
      </p>
    </details>
  );
}
