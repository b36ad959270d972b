import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import type { NewEvent } from '@lacre/event-store';

import { lifeOfDownload } from './recorded-download.ts';
import { lifeOf, newEvent, plannedProcess } from './recorded-history.ts';

type Appended = [stream: string, event: NewEvent];

/**
 * What several tenants do, one after the other and among each other, as `random` (in [0, 1)) has it: processes that end
 * in every way, contacts and participants that are replaced, people and users who are erased, and events whose stream
 * has no beginning, which no read model can take. Texts hold what COPY and Postgres take for something else.
 *
 * @param how `sound`: as commands would have written it, so that every read model takes all of it
 */
export function variedHistory(random: () => number, acts: number, how: 'sound' | 'odd' = 'odd'): Appended[] {
  const appended: Appended[] = [];
  const accounts = Array.from({ length: 3 }, () => new Account(appended, how));
  for (let act = 0; act < acts; act += 1) pick(random, accounts).act(random);
  return appended;
}

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** Some that no schema lets in today, and a log may hold. */
const TEXTS = ['Contrato\tcom\ntabulação', String.raw`C:\N\.`, 'São "João"', 'nulo \0 e metade \uD83D', ' '];

/** The event with another text in one field, past its schema. */
const withText = (event: NewEvent, field: string, text: string): NewEvent => ({
  ...event,
  data: { ...event.data, [field]: text },
});

interface OpenProcess {
  life: ReturnType<typeof lifeOf>;
  created: ReturnType<typeof plannedProcess>;
  steps: ((random: () => number) => NewEvent)[];
}

class Account {
  readonly #tenantId = randomUUID();
  readonly #appended: Appended[];
  readonly #isSound: boolean;
  readonly #texts: readonly string[];
  readonly #persons: { personId: string; name: string; cpf: string }[] = [];
  readonly #users: string[] = [];
  readonly #processes: OpenProcess[] = [];

  constructor(appended: Appended[], how: 'sound' | 'odd') {
    this.#appended = appended;
    this.#isSound = how === 'sound';
    this.#texts = this.#isSound ? ['Contrato de locação'] : TEXTS;
    const administratorId = randomUUID();
    const tenantId = this.#tenantId;
    this.#append(
      streams.tenant(tenantId),
      newEvent('TenantRegistered', {
        tenantId,
        name: 'Conta',
        domain: tenantId.slice(0, 8),
        administratorId,
      }),
    );
    this.#addUser(administratorId);
  }

  act(random: () => number): void {
    const tenantId = this.#tenantId;
    const acts: (() => void)[] = [
      () => this.#addPerson(),
      () => this.#addUser(randomUUID()),
      () => this.#open(random),
      ...Array.from({ length: 8 }, () => () => this.#step(random)),
      () => this.#erasePerson(random),
      () => this.#eraseUser(random),
      ...(this.#isSound ? [] : [() => this.#orphan()]),
      () =>
        this.#append(
          streams.credits(tenantId),
          withText(
            newEvent('CreditsGranted', { tenantId, amount: 3, reason: 'x' }),
            'reason',
            pick(random, this.#texts),
          ),
        ),
      () => {
        const life = lifeOfDownload({ tenantId });
        this.#append(life.stream, withText(life.requested(), 'description', pick(random, this.#texts)));
      },
    ];
    pick(random, acts)();
  }

  #append(stream: string, event: NewEvent): void {
    this.#appended.push([stream, event]);
  }

  #addUser(userId: string): void {
    const tenantId = this.#tenantId;
    this.#users.push(userId);
    const named = { name: 'Quem Pediu', email: `${userId.slice(0, 8)}@exemplo.com.br` };
    this.#append(
      streams.user(userId),
      newEvent('UserCreated', { userId, tenantId, ...named, role: 'manager' }),
    );
    this.#append(
      streams.user(userId),
      newEvent('TotemRegistered', { userId, tenantId, totemId: randomUUID(), name: 'Recepção' }),
    );
  }

  #addPerson(): void {
    const tenantId = this.#tenantId;
    const personId = randomUUID();
    const person = {
      personId,
      name: `Ana Conceição ${this.#persons.length}`,
      cpf: cpfOf(this.#persons.length + 1),
    };
    this.#persons.push(person);
    this.#append(
      streams.person(personId),
      newEvent('PersonCreated', {
        personId,
        tenantId,
        cpf: person.cpf,
        fields: { name: person.name, email: 'ana@exemplo.com.br' },
      }),
    );
  }

  #open(random: () => number): void {
    while (this.#persons.length < 3) this.#addPerson();
    const [asking, one, other] = this.#persons.toSorted(() => random() - 0.5);
    if (asking === undefined || one === undefined || other === undefined) throw new Error('too few people');
    const created = plannedProcess({
      tenantId: this.#tenantId,
      requester: { userId: pick(random, this.#users), name: 'Quem Pediu' },
      documents: ['contrato.pdf', 'anexo.pdf'],
      participants: [random() < 0.3 ? { ...one, atRequestOf: asking } : one, other],
    });
    const life = lifeOf(created);
    const { processId } = created;
    const [first] = created.participants;
    const invited = {
      notificationId: randomUUID(),
      tenantId: this.#tenantId,
      kind: 'signature-requested',
      processId,
      recipient: { kind: 'person', id: first?.personId ?? '' },
    } as const;
    this.#append(life.stream, withText(life.created(), 'summary', pick(random, this.#texts)));
    this.#processes.push({
      life,
      created,
      steps: [
        () => newEvent('NotificationUndeliverable', { ...invited, reason: 'mailbox unknown' }),
        () => life.signed(0, 0),
        (by) => withText(life.rejected(1, 0), 'reason', pick(by, this.#texts)),
        () => life.documentRejected(1),
        () => life.replaced(1, { personId: randomUUID(), name: 'Eva Lima', cpf: cpfOf(77) }),
        () => life.delegated(0, { personId: randomUUID(), name: 'Lia Reis', cpf: cpfOf(78) }),
        () => life.completed(0),
        () => life.sealRendered(0),
        () => life.sealProduced(0),
        () => life.sealed(0),
        () => life.finished(),
        () => life.sealRenewed(0),
      ],
    });
  }

  /** The next step of one process; each is in the stream of the process, where parking one parks what follows. */
  #step(random: () => number): void {
    const running = this.#processes.filter(({ steps }) => steps.length > 0);
    if (running.length === 0) return this.#open(random);
    const process = pick(random, running);
    const step = process.steps.shift();
    if (step !== undefined) this.#append(process.life.stream, step(random));
  }

  #erasePerson(random: () => number): void {
    const personId = this.#toErase(random, this.#persons, () => this.#addPerson())?.personId;
    if (personId === undefined) return;
    this.#append(
      streams.person(personId),
      newEvent('PersonErased', { personId, tenantId: this.#tenantId, reason: 'subject-request' }),
    );
  }

  #eraseUser(random: () => number): void {
    const userId = this.#toErase(random, this.#users, () => this.#addUser(randomUUID()));
    if (userId === undefined) return;
    this.#append(
      streams.user(userId),
      newEvent('UserErased', { userId, tenantId: this.#tenantId, reason: 'purpose-reached' }),
    );
  }

  /** Where all is sound a new one, who has no part in anything and never will. */
  #toErase<Item>(random: () => number, items: Item[], add: () => void): Item | undefined {
    if (!this.#isSound) return items.length === 0 ? undefined : pick(random, items);
    add();
    return items.pop();
  }

  /** A process whose beginning is not there: its events are parked, each behind the first. */
  #orphan(): void {
    const life = lifeOf(plannedProcess({ tenantId: this.#tenantId }));
    this.#append(life.stream, life.signed(0, 0));
    this.#append(life.stream, life.completed(0));
  }
}
