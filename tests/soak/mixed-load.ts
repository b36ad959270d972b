import { setTimeout as sleep } from 'node:timers/promises';

import { SCOPES } from '@lacre/contracts';

import { Api, ApiError } from '../support/api.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  personSession,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import type { ServicesApart } from '../support/services-apart.ts';
import { insist, runOneProcess, type Acknowledged, type LoadStage } from '../support/signing-load.ts';
import { until } from '../support/until.ts';

/** Codes asked for again: one that an outage held back comes after its successor, and is no longer taken. */
const CODES_TRIED = 8;
const DOWNLOAD_READY_WITHIN_MS = 300_000;

/** An account whose requesters and signers act, by a token that does not end. */
export interface Client {
  account: Account;
  people: readonly Person[];
  templateId: string;
  /** Processes that were sealed and whose people are all still there. */
  sealed: Acknowledged[];
}

/** Acts by kind and number; `failures` holds the errors of those that failed for another reason than an outage. */
export interface Tally {
  acts: Record<string, number>;
  failures: string[];
}

const role = (n: number) => ({ key: `parte${n}`, label: `Parte ${n}`, part: 'signer' });

/** @param hookUrl where its facts go */
export async function openClient(services: ServicesApart, hookUrl: string): Promise<Client> {
  const opened = await openAccount(services.origin, undefined, services.confirmation);
  const { token } = await opened.api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'Carga mista' },
  });
  const account = { ...opened, api: opened.api.as(token) };
  const { templateId } = await account.api.call('createTemplate', {
    body: {
      name: 'Contrato de prestação de serviços',
      roles: [role(1), role(2)],
      content: {
        kind: 'text',
        title: 'Contrato de prestação de serviços',
        text: 'Entre {{parte1.nome}} e {{parte2.nome}}.\n\nAs partes acordam o que segue.',
      },
    },
  });
  for (const path of ['um', 'outro'])
    await account.api.call('createWebhook', { body: { url: `${hookUrl}/${account.tenantId}/${path}` } });
  const people: Person[] = [];
  for (const name of ['Ana Souza', 'Rui Barbosa', 'Eva Prado', 'Leo Dias', 'Bia Lima'])
    people.push(await addPerson(account.api, name));
  return { account, people, templateId, sealed: [] };
}

/** Requesters and signers of several accounts, at it until they are stopped. */
export class MixedLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly tally: Tally = { acts: {}, failures: [] };
  readonly #services: ServicesApart;
  readonly #clients: readonly Client[];
  readonly #random: () => number;
  readonly #workers: Promise<void>[];
  #going = true;

  constructor(
    services: ServicesApart,
    clients: readonly Client[],
    { workers, pauseMs, random }: { workers: number; pauseMs: number; random: () => number },
  ) {
    this.#services = services;
    this.#clients = clients;
    this.#random = random;
    this.#workers = Array.from({ length: workers }, async () => {
      while (this.#going) {
        await this.#act();
        await sleep(pauseMs * (0.5 + random()));
      }
    });
  }

  /** Resolves when what was begun is through. */
  async stop(): Promise<readonly Acknowledged[]> {
    this.#going = false;
    await Promise.all(this.#workers);
    return this.acknowledged;
  }

  #oneOf<Value>(of: readonly Value[]): Value {
    return of[Math.floor(this.#random() * of.length)] as Value;
  }

  /** Mostly a process; the rest is what people do with those that there are. */
  async #act(): Promise<void> {
    const client = this.#oneOf(this.#clients);
    const acts = {
      process: () => this.#process(client),
      erasure: () => this.#erasure(client),
      reading: () => this.#reading(client),
      exporting: () => this.#exporting(client),
      file: () => this.#file(client),
      download: () => this.#download(client),
    };
    const dice = this.#random();
    const name =
      dice < 0.55
        ? 'process'
        : dice < 0.6
          ? 'erasure'
          : dice < 0.8
            ? 'reading'
            : dice < 0.87
              ? 'exporting'
              : dice < 0.95
                ? 'file'
                : 'download';
    try {
      await acts[name]();
      this.tally.acts[name] = (this.tally.acts[name] ?? 0) + 1;
    } catch (error) {
      this.tally.failures.push(`${name}: ${String(error)}`);
    }
  }

  async #process(client: Client): Promise<void> {
    const dice = this.#random();
    const ending = dice < 0.75 ? 'sealed' : dice < 0.87 ? 'canceled' : 'rejected';
    const from = Math.floor(this.#random() * client.people.length);
    const people = [0, 1].map((n) => client.people[(from + n) % client.people.length] as Person);
    const done = await this.#runProcess(client, people, ending);
    if (ending === 'sealed') client.sealed.push(done);
  }

  /** Erases a person who signed a single process, whose document stays sealed. */
  async #erasure(client: Client): Promise<void> {
    const { api } = client.account;
    const passing = await insist(() => addPerson(api, 'Davi Rocha'));
    const { processId } = await this.#runProcess(client, [passing, this.#oneOf(client.people)], 'sealed');
    await this.#isFinished(client, processId);
    const params = { personId: passing.personId };
    await insist(() => api.call('exportPerson', { params }));
    await insist((idempotencyKey) =>
      api.call('erasePerson', { idempotencyKey, params, body: { reason: 'subject-request' } }),
    );
  }

  async #runProcess(
    client: Client,
    people: readonly Person[],
    ending: Acknowledged['ending'],
  ): Promise<Acknowledged> {
    const { account } = client;
    const stage: LoadStage = {
      account,
      signers: people.map((person) => ({
        person,
        sessionFor: (processId) => this.#signIn(processId, person),
      })),
      document: this.#random() < 0.4 ? await this.#text(client, people) : await this.#pdf(client),
    };
    const done = await runOneProcess(stage, ending);
    this.acknowledged.push(done);
    return done;
  }

  async #text({ account, templateId }: Client, people: readonly Person[]): Promise<LoadStage['document']> {
    const participants = people.map(({ personId }, n) => ({ role: role(n + 1).key, personId }));
    const body = { companyId: account.companyId, participants };
    const { proof } = await insist(() => account.api.call('fillTemplate', { params: { templateId }, body }));
    return { proof, templateId };
  }

  async #pdf({ account }: Client): Promise<LoadStage['document']> {
    const title = `Contrato ${Math.floor(this.#random() * 1e9)}`;
    const pdf = await samplePdf({ pages: 1 + Math.floor(this.#random() * 3), title });
    return insist(() => uploadProof(account.api, pdf, 'contrato.pdf'));
  }

  /** As the person does it: asks for a code, reads the mail, gives it. */
  async #signIn(processId: string, person: Person): Promise<Api> {
    const { origin } = this.#services;
    for (let tries = 1; ; tries += 1) {
      const before = this.#services.mailCount;
      try {
        return await insist(() =>
          personSession(origin, processId, person, (email) => this.#services.code(email, before)),
        );
      } catch (error) {
        const isOldCode = error instanceof ApiError && error.message.startsWith('openSigningSession');
        if (!isOldCode || tries === CODES_TRIED) throw error;
      }
    }
  }

  async #reading(client: Client): Promise<void> {
    const { api, companyId } = client.account;
    await insist(() => api.call('dashboard'));
    await insist(() => api.call('listProcesses', { query: { search: 'pressão' } }));
    await insist(() => api.call('listPersons', { query: { search: 'souza' } }));
    await insist(() => api.call('report', { query: { companyId } }));
    const known = client.sealed.at(-1);
    if (known === undefined) return;
    const params = { processId: known.processId };
    await insist(() => api.call('processTimeline', { params }));
    await insist(() => api.call('eventFeed', { query: {} }));
  }

  async #exporting({ account: { api }, people }: Client): Promise<void> {
    const files = [
      ['exportReport', { query: { part: 'volume' } }],
      ['exportEvents', { query: { format: 'json' } }],
      ['exportCreditStatement', { query: { format: 'csv' } }],
      ['exportPerson', { params: { personId: this.#oneOf(people).personId } }],
    ] as const;
    const [name, input] = this.#oneOf(files);
    await insist(async () => {
      const answer = await api.send(name, input);
      if (!answer.ok) throw new ApiError(name, await answer.json());
      await answer.arrayBuffer();
    });
  }

  /** A sealed file, which the public page then calls genuine. */
  async #file(client: Client): Promise<void> {
    const known = this.#sealedOf(client);
    if (known === undefined) return;
    const { api } = client.account;
    const { processId, documentId } = known;
    await this.#isFinished(client, processId);
    const sealed = await insist(() => api.bytes('downloadSealed', { processId, documentId }));
    const verdict = await insist(async () => {
      const answer = await new Api(this.#services.origin).upload(sealed, 'selado.pdf', 'validateDocument');
      if (!answer.ok) throw new ApiError('validateDocument', await answer.json());
      return ((await answer.json()) as { verdict: string }).verdict;
    });
    if (verdict !== 'genuine') throw new Error(`${documentId} is ${verdict}`);
  }

  async #download(client: Client): Promise<void> {
    const known = this.#sealedOf(client);
    if (known === undefined) return;
    const { api } = client.account;
    await this.#isFinished(client, known.processId);
    const { downloadId } = await insist((idempotencyKey) =>
      api.call('requestDownload', { idempotencyKey, body: { processIds: [known.processId] } }),
    );
    await until(
      `download ${downloadId}`,
      async () => {
        const { state } = await api.call('getDownload', { params: { downloadId } });
        return state === 'ready' || undefined;
      },
      DOWNLOAD_READY_WITHIN_MS,
    );
    await insist(() => api.bytes('downloadArchive', { downloadId }));
  }

  #sealedOf({ sealed }: Client): Acknowledged | undefined {
    return sealed.length === 0 ? undefined : this.#oneOf(sealed);
  }

  async #isFinished({ account: { api } }: Client, processId: string): Promise<void> {
    await until(
      `${processId} to be sealed`,
      async () => {
        const { status } = await api.call('getProcess', { params: { processId } });
        return status === 'finished' || undefined;
      },
      DOWNLOAD_READY_WITHIN_MS,
    );
  }
}
