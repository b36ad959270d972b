import { say } from '@/i18n/say.ts';
import { formatDateTime } from '@/lib/format/format.ts';

import type { SigningRequest } from './queries.ts';

/** Whose address was replaced after the invitation, by whom, when and why: the codes of this process go there. */
export function ContactChanges({ changes }: { changes: SigningRequest['contactChanges'] }) {
  return (
    <section aria-labelledby="contatos-trocados" className="mt-4 card p-5">
      <h2 id="contatos-trocados" className="font-semibold">
        {say('Contatos trocados neste processo')}
      </h2>
      <p className="mt-0.5 text-[0.8125rem] text-subtle">
        {say('Depois do convite, o endereço que recebe os códigos foi trocado. Confira se faz sentido.')}
      </p>
      <ol className="mt-4 flex flex-col gap-4">
        {changes.map(({ personName, by, at, former, contact, reason }) => (
          <li key={`${at}${contact}`} className="border-t border-line pt-4 text-sm first:border-0 first:pt-0">
            <p className="font-medium wrap-anywhere">
              {personName ?? say('Participante que foi substituído')}
            </p>
            <p className="mt-0.5 wrap-anywhere text-muted">{say('De {0} para {1}', former, contact)}</p>
            <p className="mt-0.5 wrap-anywhere text-muted">{say('Motivo: {0}', reason)}</p>
            <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-subtle">
              {by === '' ? '' : `${say('Por {0}', by)}, `}
              <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
