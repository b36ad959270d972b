import { counted } from '@/i18n/counted.ts';
import { say, type Text } from '@/i18n/say.ts';
import { formatBytes, formatDate, formatExactDateTime, formatNumber } from '@/lib/format/format.ts';

import { Fact } from './document-panels.tsx';
import type { Validation } from './verdicts.ts';

type Report = NonNullable<Validation['report']>;
type Revision = Report['revisions'][number];
type Certificate = Report['certificates'][number];

/** Arc of ICP-Brasil's signature policies (DOC-ICP-15.03). */
const ICP_BRASIL_POLICIES = '2.16.76.1.7.1.';

const revisionKinds: Record<Revision['kind'], Text> = {
  document: 'Documento como foi enviado para assinatura',
  seal: 'Selo da plataforma, com a página de assinaturas',
  'validation-data': 'Provas de longo prazo',
  'time-stamp': 'Carimbo do tempo do documento',
  signature: 'Assinatura feita depois do selo',
  other: 'Alteração feita depois do selo',
};
const changeWords = { added: 'incluído', changed: 'alterado', freed: 'removido' } as const;
const conclusions = {
  'TOTAL-PASSED': 'O selo confere por inteiro',
  'TOTAL-FAILED': 'O selo não confere',
  INDETERMINATE: 'O que há não basta para concluir',
} as const;

/** The technical report: what was proven, when, and what every saved state of the file brought. */
export function ReportView({ report, localAuthority }: { report: Report; localAuthority: boolean }) {
  return (
    <div className="flex flex-col gap-6 border-t border-line p-5 text-sm sm:px-6">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {report.indication !== null && (
          <Fact label={say('Conclusão (ETSI EN 319 102-1)')}>
            {say(conclusions[report.indication])}
            <span className="mt-0.5 block font-mono text-xs font-normal text-muted">
              {report.indication}
              {report.subIndication === null ? '' : ` / ${report.subIndication}`}
            </span>
          </Fact>
        )}
        {report.level !== null && <Fact label={say('Nível alcançado')}>PAdES {report.level}</Fact>}
        {report.provenTime !== null && (
          <Fact label={say('Existia comprovadamente em')}>{formatExactDateTime(report.provenTime)}</Fact>
        )}
        {report.provableUntil !== null && (
          <Fact label={say('Comprovável até')}>{formatExactDateTime(report.provableUntil)}</Fact>
        )}
        {report.policy !== null && (
          <Fact label={say('Política de assinatura')}>
            {report.policy.startsWith(ICP_BRASIL_POLICIES) ? 'ICP-Brasil' : say('Declarada no selo')}
            <span className="mt-0.5 block font-mono text-xs font-normal text-muted">{report.policy}</span>
          </Fact>
        )}
      </dl>
      {report.certificates.length > 0 && (
        <section aria-label={say('Certificados')}>
          <h3 className="font-semibold">{say('Certificado do selo e quem o emitiu')}</h3>
          <ol className="mt-2 flex flex-col gap-3">
            {report.certificates.map((certificate) => (
              <CertificateItem key={certificate.sha256} certificate={certificate} report={report} />
            ))}
          </ol>
          {localAuthority && (
            <p className="mt-2 text-warning">
              {say('Autoridade própria desta instalação: leitores de PDF podem não reconhecê-la.')}
            </p>
          )}
        </section>
      )}
      {report.timeStamps.length > 0 && (
        <section aria-label={say('Carimbos do tempo')}>
          <h3 className="font-semibold">{say('Carimbos do tempo')}</h3>
          <ul className="mt-2 flex flex-col gap-2">
            {report.timeStamps.map((stamp, index) => (
              // A report is made once and its list never changes order.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="break-words">
                <span className="font-medium">
                  {stamp.kind === 'signature' ? say('Da assinatura') : say('Do documento inteiro')}
                  {stamp.time === null ? '' : `, ${formatExactDateTime(stamp.time)}`}
                </span>
                <span className="block text-muted">
                  {stamp.authority ?? say('Autoridade desconhecida')}
                  {stamp.trusted ? '' : ` · ${say('não reconhecido')}`}
                  {stamp.problem === null ? '' : ` · ${stamp.problem}`}
                </span>
                <Revocation of={stamp.authority} report={report} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {report.revisions.length > 0 && (
        <section aria-label={say('Revisões do arquivo')}>
          <h3 className="font-semibold">{say('O que há no arquivo, na ordem em que foi gravado')}</h3>
          <ol className="mt-3 flex flex-col gap-4">
            {report.revisions.map((revision, index) => (
              <RevisionItem key={revision.endByte} number={index + 1} revision={revision} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** One certificate, with what the file says of its revocation. */
function CertificateItem({ certificate, report }: { certificate: Certificate; report: Report }) {
  const { subject, issuer, serial, notBefore, notAfter, sha256 } = certificate;
  return (
    <li className="break-words">
      <span className="font-medium">{subject}</span>
      <span className="block text-muted">
        {issuer === subject ? say('Certificado raiz') : say('Emitido por {0}', issuer)} ·{' '}
        {say('válido de {0} a {1}', formatDate(notBefore), formatDate(notAfter))}
      </span>
      <Revocation of={subject} report={report} />
      <span className="mt-0.5 block font-mono text-xs break-all text-subtle">
        {say('Série {0} · SHA-256 {1}', serial, sha256)}
      </span>
    </li>
  );
}

function Revocation({ of, report }: { of: string | null; report: Report }) {
  return report.revocation
    .filter(({ certificate }) => certificate === of)
    .map((answer) => (
      <span key={`${answer.source} ${answer.thisUpdate}`} className="block text-muted">
        {revocationText(answer)}
      </span>
    ));
}

function revocationText({ source, status, revokedAt, thisUpdate }: Report['revocation'][number]): string {
  const at = formatExactDateTime(thisUpdate);
  const by = source === 'ocsp' ? say('resposta OCSP de {0}', at) : say('lista de revogação de {0}', at);
  if (status === 'good') return say('Não revogado, segundo {0}', by);
  if (revokedAt === null) return say('Desconhecido da autoridade, segundo {0}', by);
  return say('Revogado em {0}, segundo {1}', formatExactDateTime(revokedAt), by);
}

/** Changes that read alike, together. */
function grouped(changes: Revision['changes']): { text: string; numbers: number[] }[] {
  const groups = new Map<string, number[]>();
  for (const { objectNumber, change, what, allowedBy } of changes) {
    const why = allowedBy ?? say('não permitido');
    const text = `${what}, ${say(changeWords[change])}: ${why}`;
    groups.set(text, [...(groups.get(text) ?? []), objectNumber]);
  }
  return [...groups].map(([text, numbers]) => ({ text, numbers }));
}

function RevisionItem({ number, revision }: { number: number; revision: Revision }) {
  const { kind, by, time, startByte, endByte, sha256, changes, reasons } = revision;
  return (
    <li className="rounded-xl border border-line p-4">
      <p className="font-medium">
        {number}. {say(revisionKinds[kind])}
      </p>
      <p className="mt-1 text-muted">
        {[
          by.length > 0 ? by.join(', ') : undefined,
          time === null ? undefined : formatExactDateTime(time),
          say('{0}, até o byte {1}', formatBytes(endByte - startByte), formatNumber(endByte)),
        ]
          .filter((text) => text !== undefined)
          .join(' · ')}
      </p>
      {reasons.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-warning">
          {reasons.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {sha256 !== null && (
        <p className="mt-2 text-[0.8125rem] text-subtle">
          {say('SHA-256 até aqui:')} <code className="font-mono break-all">{sha256}</code>
        </p>
      )}
      {changes.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-[0.8125rem] text-primary-ink">
            {counted(changes.length, 'objeto')}
          </summary>
          <ul className="mt-2 flex flex-col gap-1 text-xs break-words text-muted">
            {grouped(changes).map(({ text, numbers }) => (
              <li key={text}>
                {text}
                <span className="text-subtle">
                  {' · '}
                  {numbers.length === 1
                    ? say('objeto {0}', numbers[0] ?? 0)
                    : counted(numbers.length, 'objeto')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
