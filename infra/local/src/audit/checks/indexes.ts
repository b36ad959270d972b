import { IssuedSeals } from '@lacre/signer';

import type { Audited, CheckResult } from '../fsck.ts';

/**
 * The indexes of the log that the product looks things up in say what the log says, as far as they have come: in which
 * streams somebody is spoken of (what an export of their data is made of), and which sealed files were ever issued (what
 * validation knows a file by).
 */
export async function indexesFollowLog({ pool, eventStore, personalData }: Audited): Promise<CheckResult> {
  const mentions = await personalData.mentions.differences();
  const issued = await new IssuedSeals(pool, eventStore).differences();
  const files = (found: readonly { sha256: string; documentId: string }[], what: string) =>
    found.map(({ sha256, documentId }) => ({
      where: `documento ${documentId}`,
      what: `${what} (${sha256})`,
    }));
  const people = (found: readonly { subject: string; stream: string }[], what: string) =>
    found.map(({ subject, stream }) => ({ where: stream, what: `${what} ${subject}` }));
  return {
    looked: `${mentions.expected} menções a pessoas e ${issued.expected} arquivos emitidos`,
    problems: [
      ...people(mentions.missing, 'falta no índice de dados pessoais a menção a'),
      ...people(mentions.extra, 'o índice de dados pessoais tem uma menção que o registro não faz, a'),
      ...files(issued.missing, 'falta no índice de arquivos emitidos um que o registro emitiu'),
      ...files(issued.extra, 'o índice de arquivos emitidos tem um que o registro não emitiu'),
      ...files(issued.other, 'o índice de arquivos emitidos diz de um outra coisa que o registro'),
    ],
  };
}
