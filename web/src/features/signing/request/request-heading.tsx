import { Building2, Check, Clock, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { TimeLeft } from '@/entities/invitation/time-left.tsx';
import { counted } from '@/i18n/counted.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say, sayWord } from '@/i18n/say.ts';
import { partWords } from '@/i18n/vocabulary.ts';

import { type SigningRequest } from './queries.ts';

/** After an act that left something out: what is done, and what is not. */
export function SignedSoFar({ request, pending }: { request: SigningRequest; pending: number }) {
  const signed = request.documents.filter((code) => code.signatureStatus === 'signed').length;
  const before = useRef(signed);
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: the focus goes where the answer is.
    if (signed > before.current) told.current?.focus();
    before.current = signed;
  }, [signed]);
  if (signed === 0) return null;
  return (
    <p
      ref={told}
      tabIndex={-1}
      className="mt-4 flex items-center gap-2 rounded-xl border border-success-line bg-success-soft px-4 py-3 text-sm text-success outline-none"
    >
      <Check aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.6} />
      {counted(signed, 'documento assinado', 'documentos assinados')};{' '}
      {pending === 1 ? say('falta 1') : say('faltam {0}', pending)}
    </p>
  );
}

/** What is asked, by whom and for which company. */
export function RequestHeading({ request, pending }: { request: SigningRequest; pending: number }) {
  return (
    <div>
      <p className="text-sm text-muted">
        {sayAround(
          '{0}, de {1}, pede a sua assinatura em {2}',
          <strong className="font-medium text-ink">{request.requesterName}</strong>,
          request.tenantName,
          counted(pending, 'documento'),
        )}
      </p>
      <h1 className="mt-1.5 text-2xl font-semibold break-words">{request.summary}</h1>
      <ul className="mt-3 flex flex-wrap gap-2">
        <li>
          <Badge
            icon={<Building2 aria-hidden="true" />}
            className="h-auto! min-h-6 py-0.5 whitespace-normal!"
          >
            {request.companyName}
          </Badge>
        </li>
        <li>
          <Badge tone="primary" icon={<UserRound aria-hidden="true" />}>
            {say('Você assina como {0}', sayWord(partWords[request.part].label).toLocaleLowerCase())}
          </Badge>
        </li>
        {request.deadline !== null && (
          <li>
            <Badge icon={<Clock aria-hidden="true" />} className="h-auto! min-h-6 py-0.5 whitespace-normal!">
              <span>
                <TimeLeft deadline={request.deadline} />
              </span>
            </Badge>
          </li>
        )}
      </ul>
    </div>
  );
}
