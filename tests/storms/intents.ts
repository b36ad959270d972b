import { randomUUID } from 'node:crypto';

import { SCOPES, type EventType, type OperationName } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import type { Api } from '../support/api.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openProcess,
  personSession,
  requestOf,
  uploadProof,
  type Account,
} from '../support/scenario.ts';

type Input = NonNullable<Parameters<Api['send']>[1]>;

/** A command that a caller wants done once, by a key, whatever becomes of the requests. */
export interface Intent {
  operation: OperationName;
  caller: 'account' | 'signer';
  idempotencyKey: string;
  input: Input;
  /** Another request with the same key. */
  other: Input;
  /** What must be in the log once: an event of this type that says this. */
  effect: { type: EventType; says: string };
}

/** Who acts, and on what. */
export interface Ground {
  account: Account;
  /** By an API token, which does not end. */
  api: Api;
  signer: Api;
  make(): Promise<Intent>;
}

const DOCUMENTS = 25;

/** Signatures of one person, each of a document of its own. */
async function signatures(account: Account, count: number, origin: string) {
  const person = await addPerson(account.api, 'Ana Souza');
  const documents: { proof: string }[] = [];
  for (let n = 0; n < Math.min(count, DOCUMENTS); n += 1)
    documents.push(await uploadProof(account.api, await samplePdf({ pages: 1 }), `documento-${n}.pdf`));
  const found: Input['body'][] = [];
  let signer: Api | undefined;
  while (found.length < count) {
    const { processId } = await openProcess(account, documents, [{ person, part: 'signer' }]);
    signer ??= await personSession(origin, processId, person);
    const asked = await requestOf(signer, processId);
    for (const { signatureId, documentId, sha256 } of asked.documents)
      found.push({
        signatures: [{ signatureId, documentId, documentSha256: sha256 }],
        consent: { accepted: true, termsVersion: '2026-11' },
      });
  }
  if (signer === undefined) throw new Error('there is nothing to sign');
  return { signer, found, proof: documents[0]?.proof ?? '' };
}

/** @param acts how many of the intents are acts of signing */
export async function openGround(account: Account, origin: string, acts: number): Promise<Ground> {
  const { api, companyId } = account;
  const { signer, found, proof } = await signatures(account, acts, origin);
  const persons = [await addPerson(api, 'Rui Lima'), await addPerson(api, 'Eva Prado')];
  const participants = persons.map(({ personId }) => ({ personId, part: 'signer' as const }));
  const { token } = await api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'Tempestade' },
  });
  const roles = [{ key: 'parte', label: 'Parte', part: 'signer' }];
  const text = (title: string) => ({ kind: 'text', title, text: 'Entre {{parte.nome}} e nós.' });

  /** Each by a label that stands in the event it is to cause. */
  const kinds: ((label: string) => Pick<Intent, 'operation' | 'input' | 'other'> & { type: EventType })[] = [
    (name) => {
      const body = { cpf: cpfOf(fresh()), name, email: `pessoa${fresh()}@exemplo.com.br` };
      return {
        operation: 'createPerson',
        type: 'PersonCreated',
        input: { body },
        other: { body: { ...body, name: 'Outro Nome' } },
      };
    },
    (companyName) => {
      const body = { cnpj: cnpjOf(fresh()), companyName };
      return {
        operation: 'createCompany',
        type: 'CompanyCreated',
        input: { body },
        other: { body: { ...body, companyName: 'Outra Ltda' } },
      };
    },
    (companyName) => ({
      operation: 'editCompany',
      type: 'CompanyEdited',
      input: { params: { companyId }, body: { companyName } },
      other: { params: { companyId }, body: { companyName: 'Outra Ltda' } },
    }),
    (summary) => {
      const body = { summary, companyId, documents: [{ proof }], participants };
      return {
        operation: 'createProcess',
        type: 'ProcessCreated',
        input: { body },
        other: { body: { ...body, summary: 'Outro' } },
      };
    },
    (name) => ({
      operation: 'createTemplate',
      type: 'TemplateCreated',
      input: { body: { name, roles, content: text('Contrato') } },
      other: { body: { name, roles, content: text('Outro') } },
    }),
    (name) => ({
      operation: 'createSignerGroup',
      type: 'SignerGroupCreated',
      input: { body: { name, members: participants } },
      other: { body: { name: 'Outro', members: participants } },
    }),
    (name) => ({
      operation: 'createTag',
      type: 'TagCreated',
      input: { body: { name } },
      other: { body: { name: `Outra ${fresh()}` } },
    }),
  ];
  let made = 0;
  return {
    account,
    api: api.as(token),
    signer,
    make: async () => {
      made += 1;
      const act = made <= acts ? found[made - 1] : undefined;
      const idempotencyKey = `tempestade-${made}-${randomUUID()}`;
      if (act !== undefined) {
        const [{ signatureId }] = (act as { signatures: [{ signatureId: string }] }).signatures;
        return {
          operation: 'sign',
          caller: 'signer',
          idempotencyKey,
          input: { body: act },
          other: { body: { ...(act as object), consent: { accepted: true, termsVersion: '2026-11-22' } } },
          effect: { type: 'SignatureSigned', says: signatureId },
        };
      }
      const label = `Vez ${made} ${fresh()}`;
      const kind = kinds[made % kinds.length];
      if (kind === undefined) throw new Error('there is no such kind');
      const { type, ...rest } = kind(label);
      return { ...rest, caller: 'account', idempotencyKey, effect: { type, says: label } };
    },
  };
}
