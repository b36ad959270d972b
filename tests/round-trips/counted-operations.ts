import { randomUUID } from 'node:crypto';

import { cpfOf } from '@lacre/contracts/testing';

import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
} from '../support/scenario.ts';
import { TRIES, type AskedBy, type CountedProduct } from './counted-product.ts';

/** An operation, how many statements it may take, and how often it may wait for some of them. */
export interface CountedOperation {
  name: string;
  limits: {
    beforeAnswer: number;
    /** Of commands: of a query the commit, for which nothing waits, would count. */
    roundTrips?: number;
    /** With all that follows from it, of commands: how much of that is done together depends on when it comes. */
    inAll?: number;
  };
  /** What the last that follows from it asks: before that, quiet means that something takes its time. */
  last?: RegExp;
  /** Prepares `TRIES` requests and one more. */
  prepare: (product: CountedProduct) => Promise<() => Promise<unknown>>;
}

/** Whether so much may be asked: no further try would say more. */
export const isWithin =
  ({ beforeAnswer, roundTrips = Infinity, inAll = Infinity }: CountedOperation['limits']) =>
  (asked: AskedBy): boolean =>
    asked.beforeAnswer.length <= beforeAnswer &&
    asked.roundTrips <= roundTrips &&
    asked.inAll.length <= inAll;

const upload = async ({ account }: CountedProduct) =>
  uploadProof(account.api, await samplePdf(), 'contrato.pdf');

export const COUNTED_OPERATIONS: readonly CountedOperation[] = [
  {
    name: 'editCompany',
    limits: { beforeAnswer: 3, roundTrips: 2, inAll: 28 },
    prepare: async ({ account }) => {
      const params = { companyId: account.companyId };
      const companyName = 'Comércio de Tecidos São João Ltda';
      return () =>
        account.api.call('editCompany', { params, body: { companyName, tradingName: randomUUID() } });
    },
  },
  {
    name: 'createPerson',
    limits: { beforeAnswer: 5, roundTrips: 3, inAll: 34 },
    prepare:
      async ({ account }) =>
      () => {
        const number = fresh();
        const body = { name: 'Rui Barbosa', cpf: cpfOf(number), email: `rui${number}@exemplo.com.br` };
        return account.api.call('createPerson', { body });
      },
  },
  {
    name: 'createProcess',
    limits: { beforeAnswer: 5, roundTrips: 4, inAll: 95 },
    prepare: async (product) => {
      const { account, person } = product;
      const proven = await upload(product);
      return () => openProcess(account, [proven], [{ person, part: 'signer' }]);
    },
  },
  {
    name: 'sign',
    limits: { beforeAnswer: 3, roundTrips: 2, inAll: 210 },
    last: /insert into "read"\."credit_movement/,
    prepare: async (product) => {
      const { account, lacre } = product;
      const proven = await upload(product);
      const ready: (() => Promise<unknown>)[] = [];
      while (ready.length <= TRIES) {
        const signer = await addPerson(account.api, 'Rui Barbosa de Oliveira');
        const { processId } = await openProcess(account, [proven], [{ person: signer, part: 'signer' }]);
        const session = await personSession(lacre.origin, processId, signer);
        const { documents } = await requestOf(session, processId);
        const signatures = documents.map(({ signatureId, documentId, sha256 }) => ({
          signatureId,
          documentId,
          documentSha256: sha256,
        }));
        const body = { signatures, consent: { accepted: true, termsVersion: '2026-11' } };
        ready.push(() => session.call('sign', { idempotencyKey: randomUUID(), body }));
      }
      return () => ready.pop()!();
    },
  },
  {
    name: 'getCompany',
    limits: { beforeAnswer: 3 },
    prepare: async ({ account }) => {
      const params = { companyId: account.companyId };
      return () => account.api.call('getCompany', { params });
    },
  },
  {
    name: 'getProcess',
    limits: { beforeAnswer: 3 },
    prepare: async (product) => {
      const { account, person } = product;
      const proven = await upload(product);
      const { processId } = await openProcess(account, [proven], [{ person, part: 'signer' }]);
      await processWhen(account.api, processId, () => true);
      return () => account.api.call('getProcess', { params: { processId } });
    },
  },
  {
    name: 'listProcesses',
    limits: { beforeAnswer: 4 },
    prepare:
      async ({ account }) =>
      () =>
        account.api.call('listProcesses'),
  },
];
