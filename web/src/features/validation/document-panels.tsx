import type { LegalClaim } from '@lacre/contracts';
import { timelineWords, type TimelineAction } from '@lacre/contracts/timeline';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { Timeline, type TimelineItem } from '@/components/ui/display/timeline.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { LegalClaimText } from '@/entities/document/legal-claim.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { timelineIcons } from '@/entities/process/timeline-icons.tsx';
import { counted } from '@/i18n/counted.ts';
import { say, sayWord, type Text } from '@/i18n/say.ts';
import { partWords } from '@/i18n/vocabulary.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';
import { shown } from '@/lib/language/language.ts';

import type { KnownDocument } from './verdicts.ts';

/** What became of a document after a copy of it was made. */
const SINCE_THEN: Readonly<Record<KnownDocument['currentStatus'], Text>> = {
  pending: 'Ele continua à espera de assinaturas.',
  completed: 'Depois disso, todos assinaram.',
  sealed: 'Depois disso, ele foi concluído e selado: peça o arquivo novo.',
  failed: 'Depois disso, todos assinaram, mas o arquivo não pôde ser selado.',
  rejected: 'Depois disso, ele foi recusado.',
  canceled: 'Depois disso, ele foi cancelado.',
};

/** What the platform has on record of a document: facts, people masked, and what happened. */
export function DocumentPanels({ document }: { document: KnownDocument }) {
  return (
    <>
      {document.madeAs === 'evidence' && (
        <Callout tone="info" title={say('Página de assinaturas')}>
          {say(
            'Este arquivo traz as provas de quem assinou. O documento em si, que já tinha chegado com assinaturas de terceiros, é outro arquivo, com selo próprio.',
          )}
        </Callout>
      )}
      {document.missingSignatures !== null && (
        <Callout tone="warning" title={say('Cópia parcial')}>
          {document.missingSignatures === 1
            ? say('Quando esta cópia foi feita, faltava 1 assinatura.')
            : say(
                'Quando esta cópia foi feita, faltavam {0}.',
                counted(document.missingSignatures, 'assinatura'),
              )}{' '}
          {say('Ela prova quem já tinha assinado, não que o documento está concluído.')}{' '}
          {say(SINCE_THEN[document.currentStatus])}
        </Callout>
      )}
      <Panel title={say('O documento')}>
        <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
          <Fact label={say('Nome')}>{document.name}</Fact>
          <Fact label={say('Processo')}>{document.summary}</Fact>
          <Fact label={say('Solicitado por')}>{document.tenantName}</Fact>
          <Fact label={say('Empresa')}>{document.companyName}</Fact>
          <Fact label={say('Selado em')}>{formatExactDateTime(document.sealedAt)}</Fact>
          <Fact label={say('Código de validação')}>
            <span className="font-mono">{document.validationCode}</span>
          </Fact>
        </dl>
      </Panel>
      <Panel
        title={say('Quem participou')}
        note={say('Nomes e CPFs mascarados para proteger os dados pessoais.')}
      >
        <ul className="divide-y divide-line">
          {document.participants.map((participant) => (
            <li
              key={`${participant.cpf} ${participant.name}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium">{participant.name}</p>
                <p className="text-muted">
                  {sayWord(partWords[participant.part].label)} ·{' '}
                  <span className="tabular">{participant.cpf}</span>
                </p>
                {participant.atRequestOf !== null && (
                  <p className="text-muted">
                    {say('A rogo de {0}', participant.atRequestOf.name)} ·{' '}
                    <span className="tabular">{participant.atRequestOf.cpf}</span>
                  </p>
                )}
                {participant.claim !== null && (
                  <div className="mt-1 text-[0.8125rem]">
                    <PortugueseClaim claim={participant.claim} />
                  </div>
                )}
              </div>
              {participant.signedAt !== null && (
                <time dateTime={participant.signedAt} className="text-muted tabular">
                  {formatDateTime(participant.signedAt)}
                </time>
              )}
              <StatusBadge
                of="signature"
                status={participant.status}
                documentStatus={document.madeAs === 'partial-copy' ? 'pending' : 'sealed'}
              />
            </li>
          ))}
        </ul>
      </Panel>
      {document.timeline.length > 0 && (
        <Panel title={say('Linha do tempo')}>
          <Timeline
            label={say('Linha do tempo do documento')}
            items={document.timeline.map((entry) => ({
              id: `${entry.at} ${entry.action} ${entry.who}`,
              at: entry.at,
              ...actionWords(entry.action),
              ...(entry.who === null ? {} : { description: entry.who }),
            }))}
          />
        </Panel>
      )}
    </>
  );
}

/** What the law says of a signature is said in Portuguese, whose law it is. */
function PortugueseClaim({ claim }: { claim: LegalClaim }) {
  if (shown.language === 'pt-BR') return <LegalClaimText claim={claim} />;
  return (
    <>
      <p className="text-muted">{say('O que ela é pela lei brasileira, em português:')}</p>
      <div lang="pt-BR">
        <LegalClaimText claim={claim} />
      </div>
    </>
  );
}

/** The answer's actions are open-ended: one that this client does not know is shown as it came. */
function actionWords(action: string): Pick<TimelineItem, 'title' | 'tone' | 'icon'> {
  if (!Object.hasOwn(timelineWords, action)) return { title: action, tone: 'neutral', icon: <CircleCheck /> };
  const { title, tone, icon } = timelineWords[action as TimelineAction];
  const Icon = timelineIcons[icon];
  return { title: sayWord(title), tone, icon: <Icon /> };
}

export function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card p-5 sm:p-6">
      <h2 className="font-semibold">{title}</h2>
      {note !== undefined && <p className="mt-0.5 text-[0.8125rem] text-subtle">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  );
}
