import { operateCredits } from '@lacre/command';
import { TERMS_VERSION, type BodyOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { DemoAccount, type Registers } from '../demo-account.ts';
import { DemoRefused } from '../demo-client.ts';
import { demoContract } from '../demo-contract.ts';
import { PASSWORD, PERSONS, TENANT, type PersonKey } from '../demo-story.ts';
import { YEAR_PEOPLE, type PersonSort, type YearPerson } from './year-people.ts';
import type { YearServices } from './year-services.ts';
import type { Who, YearAct, YearProcess } from './year-story.ts';

/** What the account is granted on the first of each month: the year takes less. */
const MONTHLY_CREDITS = 40;
const MINUTE_MS = 60_000;

interface Step {
  at: Date;
  run: () => Promise<void>;
}

/** What one person does with one process. */
interface DueAct {
  act: YearAct;
  processId: string;
}

/** Papers that are uploaded ahead of the processes they are for. */
const UPLOADED_AHEAD = 3;

/** A person at their devices: what these remember. */
interface Device {
  cookies: string;
}

/** Plays processes of the past, each act at its moment, through the services of that time. */
export class YearPlay {
  readonly #services: YearServices;
  readonly #account: DemoAccount;
  readonly #devices = new Map<Who, Device>();
  readonly #persons = new Map<Who, YearPerson & { personId: string }>();
  readonly #tokens = new Map<string, string>();
  #registers!: Registers;

  constructor(services: YearServices) {
    this.#services = services;
    this.#account = new DemoAccount(services.client);
  }

  /** Registers the account and its people, on the first day. */
  async begin(log: { eventStore: EventStore; digestKey: Uint8Array }): Promise<void> {
    await this.#account.enter();
    const nothing = { emailVerified: false, accepted: new Set<string>() };
    this.#registers = await this.#account.prepare(nothing);
    await operateCredits({ ...log, now: this.#services.clock.now }, TENANT.domain, {
      type: 'setMonthly',
      amount: MONTHLY_CREDITS,
    });
    for (const key of Object.keys(PERSONS) as PersonKey[])
      this.#persons.set(key, { ...PERSONS[key], personId: this.#registers.persons[key] });
    for (const sort of Object.keys(YEAR_PEOPLE) as PersonSort[])
      for (const [index, body] of YEAR_PEOPLE[sort].entries()) {
        const { personId } = await this.#account.call('createPerson', `person-${body.cpf}`, { body });
        this.#persons.set(`${sort}:${index}`, { ...body, personId });
      }
  }

  /** @param signal ends it between two acts */
  async play(processes: readonly YearProcess[], until: Date, signal: AbortSignal): Promise<void> {
    const proofs: Promise<string>[] = [];
    const acts: DueAct[] = [];
    const steps: Step[] = processes.map((process, index) => ({
      at: process.createdAt,
      run: async () => {
        for (const ahead of processes.slice(proofs.length, index + 1 + UPLOADED_AHEAD))
          proofs.push(this.#upload(ahead));
        const created = await this.#create(process, (await proofs[index]) ?? '');
        acts.push(...created.acts);
        steps.push(...created.steps);
      },
    }));
    while (!signal.aborted) {
      const act = acts.toSorted((one, other) => one.act.at.getTime() - other.act.at.getTime())[0];
      const step = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];
      if (act !== undefined && (step === undefined || act.act.at < step.at)) {
        const sitting = acts.filter((one) => isOneSitting(act, one));
        await this.#services.liveUntil(act.act.at);
        await this.#act(
          act.act,
          sitting.map(({ processId }) => processId),
        );
        for (const done of sitting) acts.splice(acts.indexOf(done), 1);
      } else if (step !== undefined) {
        await this.#services.liveUntil(step.at);
        await step.run();
        steps.splice(steps.indexOf(step), 1);
      } else return this.#services.liveUntil(until);
    }
  }

  /** An upload leaves nothing in the log. */
  #upload({ createdAt, document, requester }: YearProcess): Promise<string> {
    const { client, clock } = this.#services;
    const uploaded = clock.ahead(createdAt, async () => {
      const file = new FormData();
      file.append('file', new Blob([await this.#paper(document)], { type: 'application/pdf' }), document);
      const token = await this.#tokenOf(requester);
      const key = `demo-year-${createdAt.toISOString()}-upload`;
      return (await client.call('uploadDocument', { key, token, body: file })).proof;
    });
    // Thrown where the process is created.
    uploaded.catch(() => {});
    return uploaded;
  }

  async #create(process: YearProcess, proof: string): Promise<{ acts: DueAct[]; steps: Step[] }> {
    const { summary, company, tags, people, requester, deadline, acts, cancelled } = process;
    const { client } = this.#services;
    const token = await this.#tokenOf(requester);
    const key = `demo-year-${process.createdAt.toISOString()}`;
    const { companies, tags: tagIds } = this.#registers;
    const body: BodyOf<'createProcess'> = {
      summary,
      companyId: companies[company],
      documents: [{ proof }],
      participants: people.map(({ who, part, group }) => ({
        personId: this.#person(who).personId,
        part,
        group,
      })),
      tagIds: tags.map((name) => tagIds[name]),
      ...(deadline === undefined ? {} : { deadline: deadline.toISOString() }),
    };
    const { processId } = await client.call('createProcess', { key, token, body });
    const cancel = async (reason: string) => {
      await client.call('cancelProcess', {
        key: `${key}-cancel`,
        token,
        params: { processId },
        body: { reason },
      });
    };
    const steps = cancelled && [{ at: cancelled.at, run: () => cancel(cancelled.reason) }];
    return { acts: acts.map((act) => ({ act, processId })), steps: steps ?? [] };
  }

  /** Of one person with each of the processes. */
  async #act(act: YearAct, processIds: readonly string[]): Promise<void> {
    const { client, clock } = this.#services;
    const key = `demo-year-${processIds[0] ?? ''}-${act.by}`;
    const token = await this.#sessionOf(act.by, processIds[0] ?? '');
    const asked = processIds.map((processId) => this.#asked(act.by, processId));
    for (const { signatureId, documentSha256, pages } of asked) {
      const read = act.does === 'opens' ? {} : { read: { pagesShown: pages, declared: false } };
      const body = { signatureId, documentSha256, ...read };
      await client.call('recordReading', { key: `${key}-${signatureId}`, token, body });
      clock.turnOn(MINUTE_MS);
    }
    if (act.does === 'opens') return;
    if (act.does === 'refuses') {
      const body = { signatureIds: asked.map(({ signatureId }) => signatureId), reason: act.reason };
      await client.call('reject', { key, token, body });
      return;
    }
    const signatures = asked.map(({ signatureId, documentId, documentSha256 }) => ({
      signatureId,
      documentId,
      documentSha256,
    }));
    const consent = { accepted: true, termsVersion: TERMS_VERSION };
    await client.call('sign', { key, token, body: { signatures, consent } });
  }

  #asked(who: Who, processId: string) {
    const { personId } = this.#person(who);
    const created = this.#services.created.get(processId);
    const own = created?.signatures.find((one) => one.personId === personId);
    const document = created?.documents.find(({ documentId }) => documentId === own?.documentId);
    if (own === undefined || document === undefined) throw new Error(`${who} has nothing to sign`);
    const { signatureId, documentId } = own;
    return { signatureId, documentId, documentSha256: document.sha256, pages: document.pages };
  }

  /** By the device that they confirmed before, or by the code that is mailed to them when that is not known. */
  async #sessionOf(who: Who, processId: string): Promise<string> {
    const { client } = this.#services;
    const { personId, cpf, email } = this.#person(who);
    const { cookies } = this.#devices.get(who) ?? { cookies: '' };
    const key = `demo-year-${processId}-${who}-session`;
    const invited = { processId, personId, cpf };
    const known = await client.messagesOf(email);
    try {
      return (await client.call('openSigningSession', { key, cookies, body: invited })).token;
    } catch (error) {
      if (!(error instanceof DemoRefused) || error.status >= 500) throw error;
    }
    const code = await client.mailed(email, 'código', /\b(\d{6})\b/, known);
    const opened = await client.callAndKeep('openSigningSession', {
      key: `${key}-code`,
      cookies,
      body: { ...invited, code, rememberDevice: true },
    });
    this.#devices.set(who, { cookies: opened.cookies });
    return opened.answer.token;
  }

  async #tokenOf(email: string): Promise<string> {
    const known = this.#tokens.get(email);
    if (known !== undefined) return known;
    const { token } = await this.#services.client.call('signIn', {
      key: `demo-year-session-${email}`,
      body: { email, password: PASSWORD },
    });
    this.#tokens.set(email, token);
    return token;
  }

  readonly #papers = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  #paper(name: string): Promise<Uint8Array<ArrayBuffer>> {
    let paper = this.#papers.get(name);
    if (paper === undefined) this.#papers.set(name, (paper = demoContract(name.replace('.pdf', ''), 1)));
    return paper;
  }

  #person(who: Who): YearPerson & { personId: string } {
    const found = this.#persons.get(who);
    if (found === undefined) throw new Error(`${who} is unknown`);
    return found;
  }
}

const isOneSitting = ({ act }: DueAct, { act: other }: DueAct): boolean =>
  act === other ||
  (act.does === 'signs' &&
    other.does === 'signs' &&
    act.by === other.by &&
    act.at.getTime() === other.at.getTime());
