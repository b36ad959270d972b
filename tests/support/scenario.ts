import { randomUUID } from 'node:crypto';

import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { Api } from './api.ts';
import { readCode, readConfirmation } from './mailbox.ts';
import { until } from './until.ts';

export interface Person {
  personId: string;
  name: string;
  cpf: string;
  email: string;
}

export interface Account {
  api: Api;
  tenantId: string;
  companyId: string;
  email: string;
  password: string;
}

// Seven digits at least: six of them on their own would pass for a code in the mails that name the tenant.
// A seventh of all numbers for each of the run's workers, which may share a product.
let seed = 1_000_000 + (Date.now() % 14_000_000) * 7 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 7);
/** A number no other test of this run has. */
export const fresh = (): number => (seed += 7);

/** From here on the numbers are the same in every run, for what has a product of its own. */
export function countFromTheFirst(): void {
  seed = 1_000_000;
}

/**
 * A tenant with its administrator signed in and their address confirmed by the link of their mail, and one company.
 *
 * @param confirmation reads the secret of that link; from the mailbox of the embedded mode unless it is given
 */
export async function openAccount(
  origin: string,
  name = 'Escritório Andrade',
  confirmation: (email: string) => Promise<string> = (email) => readConfirmation(origin, email),
): Promise<Account> {
  const number = fresh();
  const visitor = new Api(origin);
  const email = `admin${number}@exemplo.com.br`;
  const password = 'uma senha comprida';
  const { tenantId } = await visitor.call('registerTenant', {
    body: {
      tenant: { name, domain: `conta-${number}` },
      administrator: { name: 'Marina Andrade', email, password },
    },
  });
  const { token } = await visitor.call('signIn', { body: { email, password } });
  const api = visitor.as(token);
  await api.call('confirmEmail', { body: { link: await confirmation(email) } });
  const { companyId } = await api.call('createCompany', {
    body: {
      cnpj: cnpjOf(number),
      companyName: 'Comércio de Tecidos São João Ltda',
      tradingName: 'Tecidos São João',
    },
  });
  return { api, tenantId, companyId, email, password };
}

export async function addPerson(
  api: Api,
  name: string,
  email = `pessoa${fresh()}@exemplo.com.br`,
): Promise<Person> {
  const cpf = cpfOf(fresh());
  const { personId } = await api.call('createPerson', { body: { cpf, name, email } });
  return { personId, name, cpf, email };
}

export async function uploadProof(
  api: Api,
  bytes: Uint8Array,
  name: string,
): Promise<AnswerOf<'uploadDocument'>> {
  const response = await api.upload(bytes, name);
  if (!response.ok) throw new Error(`upload of ${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as AnswerOf<'uploadDocument'>;
}

export interface Asked {
  person: Person;
  part: 'signer' | 'signatory' | 'attestant';
}

export async function openProcess(
  account: Account,
  documents: { proof: string }[],
  asked: Asked[],
  { summary = 'Contrato anual', ...more }: Partial<BodyOf<'createProcess'>> = {},
): Promise<AnswerOf<'createProcess'>> {
  return account.api.call('createProcess', {
    body: {
      summary,
      companyId: account.companyId,
      documents: documents.map(({ proof }) => ({ proof })),
      participants: asked.map(({ person, part }) => ({ personId: person.personId, part })),
      ...more,
    },
  });
}

/**
 * As the person does it: the code, then the token.
 *
 * @param readTheCode from the mailbox of the embedded mode unless it is given
 */
export async function personSession(
  origin: string,
  processId: string,
  person: Person,
  readTheCode: (email: string, since: Date) => Promise<string> = (email, since) =>
    readCode(origin, email, since),
): Promise<Api> {
  const visitor = new Api(origin);
  const invited = { processId, personId: person.personId, cpf: person.cpf };
  const asked = new Date();
  await visitor.call('requestSigningCode', { body: invited });
  const code = await readTheCode(person.email, asked);
  const { token } = await visitor.call('openSigningSession', { body: { ...invited, code } });
  return visitor.as(token);
}

/** What the person has to sign in one process, once the read model shows it. */
export async function requestOf(
  person: Api,
  processId: string,
): Promise<AnswerOf<'listSignatures'>['items'][number]> {
  return until('the signing request', async () => {
    const { items } = await person.call('listSignatures');
    return items.find((item) => item.processId === processId);
  });
}

export async function signAll(
  person: Api,
  processId: string,
  idempotencyKey = randomUUID(),
): Promise<AnswerOf<'sign'>> {
  const request = await requestOf(person, processId);
  return person.call('sign', {
    idempotencyKey,
    body: {
      signatures: request.documents
        .filter(({ signatureStatus }) => signatureStatus === 'pending')
        .map(({ signatureId, documentId, sha256 }) => ({ signatureId, documentId, documentSha256: sha256 })),
      consent: { accepted: true, termsVersion: '2026-11' },
    },
  });
}

/** The process once it is in the state asked for. */
export async function processWhen(
  api: Api,
  processId: string,
  condition: (process: AnswerOf<'getProcess'>) => boolean,
  what = 'the process state',
): Promise<AnswerOf<'getProcess'>> {
  return until(what, async () => {
    const process = await api.call('getProcess', { params: { processId } });
    return condition(process) ? process : undefined;
  });
}
