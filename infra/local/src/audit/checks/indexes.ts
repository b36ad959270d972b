import { creditSnapshotDifferences, openProcessDifferences, WebhooksWithoutPlace } from '@lacre/command';
import { IssuedSeals } from '@lacre/signer';

import type { Audited, BegunCheck, CheckResult } from '../check.ts';

/**
 * The indexes of the log that the product looks things up in say what the log says, as far as they have come: in which
 * streams a person is mentioned (what an export of their data is made of), which sealed files were ever issued (what
 * validation knows a file by), which processes may wait for whom (what keeps people and companies from being removed
 * under them), which webhooks have no place yet, and what accounts of credits came to (what the next decision rests
 * on).
 */
export const indexesFollowLog = (audited: Audited): BegunCheck => ({ end: () => compareIndexes(audited) });

async function compareIndexes({ pool, eventStore, personalData }: Audited): Promise<CheckResult> {
  const mentions = await personalData.mentions.differences();
  const issued = await new IssuedSeals(pool, eventStore).differences();
  const open = await openProcessDifferences(pool, eventStore);
  const webhooks = await new WebhooksWithoutPlace(pool, eventStore).differences();
  const accounts = await creditSnapshotDifferences(pool, eventStore);
  const files = (found: readonly { sha256: string; documentId: string }[], what: string) =>
    found.map(({ sha256, documentId }) => ({
      where: `documento ${documentId}`,
      what: `${what} (${sha256})`,
    }));
  const people = (found: readonly { subject: string; stream: string }[], what: string) =>
    found.map(({ subject, stream }) => ({ where: stream, what: `${what} ${subject}` }));
  const named = (kind: string, ids: readonly string[], what: string) =>
    ids.map((id) => ({ where: `${kind} ${id}`, what }));
  return {
    looked:
      `${mentions.expected} menções a pessoas, ${issued.expected} arquivos emitidos, ` +
      `${open.expected} processos em aberto, ${webhooks.expected} webhooks sem lugar e ` +
      `${accounts.expected} saldos e reservas de créditos guardados`,
    problems: [
      ...people(mentions.missing, 'falta no índice de dados pessoais a menção a'),
      ...people(mentions.extra, 'o índice de dados pessoais tem uma menção que o registro não faz, a'),
      ...files(issued.missing, 'falta no índice de arquivos emitidos um que o registro emitiu'),
      ...files(issued.extra, 'o índice de arquivos emitidos tem um que o registro não emitiu'),
      ...files(issued.other, 'o índice de arquivos emitidos diz de um outra coisa que o registro'),
      ...named('processo', open.missing, 'falta no índice de processos em aberto'),
      ...named(
        'processo',
        open.extra,
        'está no índice de processos em aberto, e o registro não o tem em aberto',
      ),
      ...named('processo', open.other, 'o índice de processos em aberto diz dele outra coisa que o registro'),
      ...named('webhook', webhooks.missing, 'falta no índice de webhooks sem lugar'),
      ...named(
        'webhook',
        webhooks.extra,
        'está no índice de webhooks sem lugar, e o registro não o tem assim',
      ),
      ...named(
        'webhook',
        webhooks.other,
        'o índice de webhooks sem lugar diz dele outra coisa que o registro',
      ),
      ...named('conta ou processo', accounts.missing, 'falta nos saldos de créditos guardados'),
      ...named(
        'conta ou processo',
        accounts.extra,
        'está nos saldos de créditos guardados, e não no registro',
      ),
      ...named(
        'conta ou processo',
        accounts.other,
        'os saldos de créditos guardados dizem outra coisa que o registro',
      ),
    ],
  };
}
