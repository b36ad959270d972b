import { samplePdf } from './pdfs.ts';
import type { Account } from './scenario.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from './scenario.ts';
import type { ServicesApart } from './services-apart.ts';

/** A new account has one person sign one document. @returns the account and the sealed file */
export async function sealedByOnePerson(
  services: ServicesApart,
): Promise<{ account: Account; processId: string; sealed: Uint8Array }> {
  const { origin } = services;
  const account = await openAccount(origin, undefined, services.confirmation);
  const ana = await addPerson(account.api, 'Ana Souza');
  const proof = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(account, [proof], [{ person: ana, part: 'signer' }]);
  const mailsBefore = services.mailCount;
  const session = await personSession(origin, processId, ana, (email) => services.code(email, mailsBefore));
  await signAll(session, processId);
  const { documents } = await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  return { account, processId, sealed };
}
