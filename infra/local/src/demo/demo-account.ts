import type { AnswerOf, OperationName } from '@lacre/contracts';

import type { DemoClient, DemoInput } from './demo-client.ts';
import {
  ADMINISTRATOR,
  COMPANIES,
  ENVELOPE,
  PASSWORD,
  PERSONS,
  SIGNER_GROUP,
  TAGS,
  TEMPLATES,
  TENANT,
  TOTEM_NAME,
  USERS,
  type CompanyKey,
  type PersonKey,
  type TagName,
} from './demo-story.ts';

export const DEMO_SIGN_IN = { email: ADMINISTRATOR.email, password: PASSWORD };

/** Ids of what processes and templates refer to. */
export interface Registers {
  companies: Record<CompanyKey, string>;
  persons: Record<PersonKey, string>;
  tags: Record<TagName, string>;
}

/** What was done by mailed links, which are there once. */
export interface AlreadyThere {
  /** The administrator's. */
  emailVerified: boolean;
  /** Addresses of users who have taken up their invitation. */
  accepted: ReadonlySet<string>;
}

/** The sample account: who is in it and what they prepare. Commands have fixed idempotency keys: a repeat finds it made. */
export class DemoAccount {
  readonly #client: DemoClient;
  #token = '';

  constructor(client: DemoClient) {
    this.#client = client;
  }

  /** Registers it, and signs its administrator in. */
  async enter(): Promise<void> {
    await this.#client.call('registerTenant', {
      key: 'demo-tenant',
      body: { tenant: TENANT, administrator: { ...ADMINISTRATOR, password: PASSWORD } },
    });
    this.#token = (await this.#client.call('signIn', { key: 'demo-session', body: DEMO_SIGN_IN })).token;
  }

  /** Makes what is not there yet. */
  async prepare(there: AlreadyThere): Promise<Registers> {
    if (!there.emailVerified) await this.#confirmEmail();
    const registers = await this.#registers();
    await this.#templates(registers);
    await this.#users(registers, there.accepted);
    return registers;
  }

  /** A call of its administrator's. */
  call<Name extends OperationName>(
    name: Name,
    key: string,
    input: Omit<DemoInput, 'key' | 'token'>,
  ): Promise<AnswerOf<Name>> {
    return this.#client.call(name, { ...input, key: `demo-${key}`, token: this.#token });
  }

  async #registers(): Promise<Registers> {
    const companies = await eachOf(COMPANIES, async (body, key) => {
      const { companyId } = await this.call('createCompany', `company-${key}`, { body });
      return companyId;
    });
    const persons = await eachOf(PERSONS, async (body) => {
      const { personId } = await this.call('createPerson', `person-${body.cpf}`, { body });
      return personId;
    });
    const tags = await eachOf(keyed(TAGS), async (name) => {
      const { tagId } = await this.call('createTag', `tag-${name}`, { body: { name } });
      return tagId;
    });
    return { companies, persons, tags };
  }

  async #templates({ persons, tags }: Registers): Promise<void> {
    const templateIds: string[] = [];
    for (const { name, description, tag, text, roles } of TEMPLATES) {
      const body = {
        name,
        description,
        tagIds: [tags[tag]],
        roles,
        content: { kind: 'text', title: name, text },
      };
      const { templateId } = await this.call('createTemplate', `template-${name}`, { body });
      templateIds.push(templateId);
    }
    await this.call('createEnvelope', 'envelope', { body: { ...ENVELOPE, tagIds: [], templateIds } });
    const { name, part, members } = SIGNER_GROUP;
    await this.call('createSignerGroup', 'group', {
      body: { name, members: members.map((key) => ({ personId: persons[key], part })) },
    });
  }

  async #users({ companies }: Registers, accepted: ReadonlySet<string>): Promise<void> {
    for (const { name, email, role, companies: theirs, accepts } of USERS) {
      const known = await this.#client.messagesOf(email);
      await this.call('createUser', `user-${email}`, {
        body: { user: { name, email, role, companyIds: theirs.map((key) => companies[key]) } },
      });
      // A mailed invitation that was known before is of a run that was cut off.
      if (!accepts || accepted.has(email) || known.size > 0) continue;
      const invitation = await this.#client.mailed(email, 'Convite', /#invitation=([\w.-]+)/, known);
      await this.#client.call('acceptInvitation', {
        key: `demo-invitation-${email}`,
        body: { invitation, password: PASSWORD },
      });
      if (role === 'totem') await this.#putInService(email);
    }
  }

  async #putInService(email: string): Promise<void> {
    const { token } = await this.#client.call('signIn', {
      key: 'demo-totem-session',
      body: { email, password: PASSWORD },
    });
    await this.#client.call('registerTotem', { key: 'demo-totem', token, body: { name: TOTEM_NAME } });
  }

  /** As its owner would: by the link that was mailed. */
  async #confirmEmail(): Promise<void> {
    const link = await this.#client.mailed(ADMINISTRATOR.email, 'Confirme', /#verify=([\w-]+)/, new Set());
    await this.call('confirmEmail', 'confirmation', { body: { link } });
  }
}

const keyed = <Name extends string>(names: readonly Name[]): Record<Name, Name> =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;

async function eachOf<Key extends string, Value>(
  entries: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Promise<string>,
): Promise<Record<Key, string>> {
  const made: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(entries) as Key[]) made[key] = await make(entries[key], key);
  return made as Record<Key, string>;
}
