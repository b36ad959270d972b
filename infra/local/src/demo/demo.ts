import {
  brasiliaDay,
  endOfDay,
  TERMS_VERSION,
  type AnswerOf,
  type BodyOf,
  type OperationName,
} from '@lacre/contracts';

import { DemoAccount, type AlreadyThere, type Registers } from './demo-account.ts';
import { DemoClient, overHttp, type DemoInput, type Inbox } from './demo-client.ts';
import { DRAFT, PERSONS, PROCESSES, type Act, type DemoProcess, type PersonKey } from './demo-story.ts';

export { DEMO_SIGN_IN } from './demo-account.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Fills a tenant with sample data through the API, as an integrator would. Commands have fixed idempotency keys and
 * processes are looked up first, so a run that was cut off is finished by the next, and a finished one changes nothing.
 */
export class Demo {
  readonly #client: DemoClient;
  readonly #account: DemoAccount;
  readonly #sessions = new Map<PersonKey, string>();

  constructor(origin: string, inbox: Inbox) {
    this.#client = new DemoClient(overHttp(origin), inbox);
    this.#account = new DemoAccount(this.#client);
  }

  async fill(): Promise<void> {
    await this.#account.enter();
    const registers = await this.#account.prepare(await this.#alreadyThere());
    for (const story of PROCESSES) await this.#process(story, registers);
    await this.#draft(registers);
  }

  /** Once, so that one which was changed or sent is left alone. */
  async #draft({ companies }: Registers): Promise<void> {
    const { items } = await this.#asAdministrator('listProcessDrafts', 'drafts', {});
    if (items.length > 0) return;
    await this.#asAdministrator('saveProcessDraft', 'draft', {
      params: { draftId: DRAFT.intent },
      body: { revision: 0, content: { ...DRAFT, companyId: companies.builder } },
    });
  }

  async #alreadyThere(): Promise<AlreadyThere> {
    const { emailVerified } = await this.#asAdministrator('currentUser', 'user', {});
    const { managers, commonUsers, totems } = await this.#asAdministrator('listUsers', 'users', {});
    const accepted = [...managers, ...commonUsers, ...totems].filter(
      ({ invitation }) => invitation === 'accepted',
    );
    return { emailVerified, accepted: new Set(accepted.map(({ email }) => email)) };
  }

  async #process(story: DemoProcess, registers: Registers): Promise<void> {
    const processId = (await this.#existing(story.summary)) ?? (await this.#create(story, registers));
    for (const [index, act] of story.acts.entries())
      await this.#act(act, processId, `${processId}-${index}`, registers);
  }

  async #existing(summary: string): Promise<string | undefined> {
    const { items } = await this.#asAdministrator('listProcesses', 'list', { query: { search: summary } });
    return items.find((item) => item.summary === summary)?.processId;
  }

  async #create(story: DemoProcess, { companies, persons, tags }: Registers): Promise<string> {
    const documents = [];
    // Drawn by a library that nothing else needs at rest.
    const { demoContract } = await import('./demo-contract.ts');
    for (const name of story.documents) {
      const file = new Blob([await demoContract(name.replace('.pdf', ''))], { type: 'application/pdf' });
      const body = new FormData();
      body.append('file', file, name);
      const { proof } = await this.#asAdministrator('uploadDocument', `upload-${story.summary}-${name}`, {
        body,
      });
      documents.push({ proof });
    }
    const { minimumSignatories, deadlineInDays, remindsEveryDays } = story;
    const body: BodyOf<'createProcess'> = {
      summary: story.summary,
      companyId: companies[story.company],
      documents,
      participants: story.people.map(({ person, ...asked }) => ({ personId: persons[person], ...asked })),
      tagIds: story.tags?.map((name) => tags[name]) ?? [],
      ...(minimumSignatories === undefined ? {} : { minimumSignatories }),
      ...(deadlineInDays === undefined ? {} : { deadline: inDays(deadlineInDays) }),
      ...(remindsEveryDays === undefined ? {} : { reminders: { everyDays: remindsEveryDays } }),
    };
    // An upload's proof is new each time, so the key names the attempt; the list tells what exists.
    const { processId } = await this.#asAdministrator('createProcess', `${story.summary}-${Date.now()}`, {
      body,
    });
    return processId;
  }

  async #act(act: Act, processId: string, key: string, { persons }: Registers): Promise<void> {
    if (act.by === 'requester') {
      const process = await this.#detail(processId);
      if (process.status !== 'waiting') return;
      if (act.does === 'cancels')
        await this.#asAdministrator('cancelProcess', key, {
          params: { processId },
          body: { reason: act.reason },
        });
      else await this.#asAdministrator('remindParticipants', key, { params: { processId }, body: {} });
      return;
    }
    const personId = persons[act.by];
    const { signatures } = await this.#detail(processId);
    const own = signatures.filter((one) => one.personId === personId && one.status === 'pending');
    if (!own.some(({ openedAt }) => openedAt === null || act.does === 'signs' || act.does === 'refuses'))
      return;
    const token = await this.#sessionOf(act.by, processId, personId);
    const documents = await this.#pendingOf(token, processId);
    for (const { signatureId, sha256, pages } of documents)
      await this.#client.call('recordReading', {
        key: `demo-${key}-${signatureId}`,
        token,
        body: {
          signatureId,
          documentSha256: sha256,
          ...(act.does === 'opens' ? {} : { read: { pagesShown: pages, declared: false } }),
        },
      });
    if (act.does === 'opens' || act.does === 'reads') return;
    if (act.does === 'refuses')
      await this.#client.call('reject', {
        key: `demo-${key}`,
        token,
        body: { signatureIds: documents.map(({ signatureId }) => signatureId), reason: act.reason },
      });
    else
      await this.#client.call('sign', {
        key: `demo-${key}`,
        token,
        body: {
          signatures: documents.map(({ signatureId, documentId, sha256 }) => ({
            signatureId,
            documentId,
            documentSha256: sha256,
          })),
          consent: { accepted: true, termsVersion: TERMS_VERSION },
        },
      });
  }

  /** A person's, by the code that is mailed to them; one for all that they sign. */
  async #sessionOf(person: PersonKey, processId: string, personId: string): Promise<string> {
    const open = this.#sessions.get(person);
    if (open !== undefined) return open;
    const { cpf, email } = PERSONS[person];
    const invited = { processId, personId, cpf };
    const known = await this.#client.messagesOf(email);
    await this.#client.call('requestSigningCode', {
      key: `demo-code-${processId}-${personId}`,
      body: invited,
    });
    const code = await this.#client.mailed(email, 'código', /\b(\d{6})\b/, known);
    const { token } = await this.#client.call('openSigningSession', {
      key: `demo-open-${personId}`,
      body: { ...invited, code },
    });
    this.#sessions.set(person, token);
    return token;
  }

  async #pendingOf(token: string, processId: string) {
    const request = await this.#client.eventually('the signing request', async () => {
      const { items } = await this.#client.call('listSignatures', { key: 'demo-list', token });
      return items.find((item) => item.processId === processId);
    });
    return request.documents.filter(({ signatureStatus }) => signatureStatus === 'pending');
  }

  async #detail(processId: string): Promise<AnswerOf<'getProcess'>> {
    return this.#client.eventually('the process', () =>
      this.#asAdministrator('getProcess', 'get', { params: { processId } }).catch(() => undefined),
    );
  }

  #asAdministrator<Name extends OperationName>(
    name: Name,
    key: string,
    input: Omit<DemoInput, 'key' | 'token'>,
  ): Promise<AnswerOf<Name>> {
    return this.#account.call(name, key, input);
  }
}

/** The last second of that day by the clock of Brasília. */
const inDays = (days: number): string => endOfDay(brasiliaDay(new Date(Date.now() + days * DAY_MS)));
