import { createServer } from 'node:http';

import { defaultLimits, type AnswerOf, type OperationName } from '@lacre/contracts';
import { listenLocally, portOf } from '@lacre/test-support';

import { BODIES } from '../isolation/bodies.ts';
import { Draw } from '../isolation/draw.ts';
import { Marks } from '../isolation/marks.ts';
import { openTenant, type IdName, type Tenant } from '../isolation/tenants.ts';
import { join } from '../permissions/world.ts';
import type { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import { PUSH_SERVICE } from '../support/push-subscription.ts';
import { startRegisters } from '../support/registers.ts';
import { fresh, type Account } from '../support/scenario.ts';
import type { Described } from './document.ts';

/** What is tried here is no guess, and comes from one address. */
const UNLIMITED = Object.keys(defaultLimits)
  .map((name) => `${name}=1000000/60`)
  .join(',');
const REGISTER = {
  '11222333000181': { cnpj: '11222333000181', razao_social: 'Padaria Pão de Mel Ltda' },
  '80010000': { cep: '80010000', state: 'PR', city: 'Curitiba', street: 'Rua XV de Novembro' },
};

/** Of webhooks a tenant has twenty at most; the seeded ones and those under way stay. */
const MAX_WEBHOOKS = 14;

/**
 * Texts that are new, ids of one tenant alone, and never an unknown id: a state machine of Hypothesis wants the
 * same choices to lead to the same outcome.
 */
class OwnDraw extends Draw {
  #last = new Map<string, number>();

  override chance(): boolean {
    return false;
  }

  /** One after another: two of a kind are never the same where there are two. */
  override id(name: IdName): string {
    const at = (this.#last.get(name) ?? -1) + 1;
    this.#last.set(name, at);
    const ids = this.other()?.ids[name] ?? [];
    return ids[at % ids.length] ?? super.id(name);
  }

  override text(): string {
    return `Texto ${fresh()}`;
  }
}

const seen = (position: string | undefined) =>
  position === undefined ? {} : { query: { 'min-position': position } };

/** The product with a tenant that has something of everything, and a desk that the hooks of Schemathesis ask. */
export class Workplace {
  readonly lacre: Lacre;
  readonly tenant: Tenant;
  readonly #next: () => number;
  readonly #closers: (() => Promise<unknown>)[];
  readonly #marks: Marks;
  readonly #desk = createServer();
  #api: Promise<Api> | undefined;
  #signedInUntil = 0;

  private constructor(given: {
    lacre: Lacre;
    tenant: Tenant;
    next: () => number;
    marks: Marks;
    closers: (() => Promise<unknown>)[];
  }) {
    this.lacre = given.lacre;
    this.tenant = given.tenant;
    this.#next = given.next;
    this.#marks = given.marks;
    this.#closers = given.closers;
  }

  static async open(next: () => number): Promise<Workplace> {
    const registers = await startRegisters(REGISTER);
    const lacre = await Lacre.create({
      CREDITS_GRANT: '1000000',
      RATE_LIMITS: UNLIMITED,
      ...PUSH_SERVICE,
      ...registers.environment,
    });
    const closers = [() => lacre.dispose(), () => registers.close()];
    try {
      await lacre.start();
      const marks = new Marks();
      const tenant = await openTenant(lacre.origin, marks, next);
      // An account has one offer of its administration at a time: those who try offers make their own.
      const [offerId = ''] = tenant.ids.offerId;
      await tenant.callers.administrator.api.call('endAdministrationOffer', { params: { offerId } });
      const workplace = new Workplace({ lacre, tenant, next, marks, closers });
      await workplace.#openDesk();
      return workplace;
    } catch (error) {
      await Promise.all(closers.map((close) => close()));
      throw error;
    }
  }

  /** What the hooks begin with: where the desk is, whose things ids name, a file that is one. */
  async told(): Promise<Record<string, unknown>> {
    const port = portOf(this.#desk);
    const file = Buffer.from(await samplePdf({ pages: 1 })).toString('base64');
    const { ids, expendable } = this.tenant;
    return { origin: this.lacre.origin, desk: `http://127.0.0.1:${port}/`, ids, expendable, file };
  }

  async close(): Promise<void> {
    this.#desk.closeAllConnections();
    this.#desk.close();
    await Promise.all(this.#closers.map((close) => close()));
  }

  async #openDesk(): Promise<void> {
    this.#desk.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://desk');
      const [, what, name = ''] = pathname.split('/');
      const params = Object.fromEntries(searchParams);
      void (what === 'token' ? this.#token(name) : this.#body(name as OperationName, params)).then(
        (text) => response.end(text),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    await listenLocally(this.#desk);
  }

  /** `token/administrator`: signed in again each time. A leaver is a new user each time: they may end themselves. */
  async #token(caller: string): Promise<string> {
    const { callers } = this.tenant;
    const { api } =
      caller === 'leaver'
        ? await join(await this.account(), 'manager', [], {
            name: 'De saída',
            email: `saida${fresh()}@exemplo.com.br`,
          })
        : { api: await callers[caller as keyof typeof callers].renew() };
    return api.token ?? '';
  }

  async account(): Promise<Account> {
    const api = await this.administrator();
    return { api, tenantId: this.tenant.tenantId, companyId: '', email: '', password: '' };
  }

  /** Signed in a moment ago: some things ask for it. */
  async administrator(): Promise<Api> {
    const { renew } = this.tenant.callers.administrator;
    if (Date.now() > this.#signedInUntil) {
      this.#api = renew();
      this.#signedInUntil = Date.now() + 60_000;
    }
    return this.#api ?? renew();
  }

  /** As JSON; nothing for an operation that takes none. */
  async bodyOf(
    { operationId, requestBody }: Described,
    params: Record<string, string>,
  ): Promise<string | undefined> {
    return requestBody === undefined ? undefined : this.#body(operationId, params);
  }

  /**
   * `body/createProcess`: what an integrator would send, of this tenant's things and of what was made up to `position`.
   */
  async #body(operation: OperationName, params: Record<string, string>): Promise<string> {
    const { templateId, envelopeId, position } = params;
    if (operation === 'createWebhook') await this.#makeRoom();
    if (operation === 'useTemplate' && templateId !== undefined)
      return JSON.stringify(await this.#usingTemplate(templateId, position));
    if (operation === 'cancelProcess') return JSON.stringify({ reason: `Texto ${fresh()}` });
    if (operation === 'remindParticipants') return '{}';
    if (operation === 'useEnvelope' && envelopeId !== undefined)
      return JSON.stringify(await this.#usingEnvelope(envelopeId, position));
    const draw = new OwnDraw(this.#next, {
      tenants: [this.tenant],
      own: undefined,
      marks: this.#marks,
      operation,
      namesHidden: false,
    });
    const build = BODIES[operation];
    if (build === undefined) throw new Error(`no entry says what ${operation} is asked with`);
    return JSON.stringify(build(draw));
  }

  async #makeRoom(): Promise<void> {
    const api = await this.administrator();
    const { items } = await api.call('listWebhooks', { query: { pageSize: 50 } });
    const spare = items.filter(({ webhookId }) => !this.tenant.ids.webhookId.includes(webhookId));
    const oldestFirst = spare.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    for (const { webhookId } of oldestFirst.slice(0, Math.max(0, items.length - MAX_WEBHOOKS)))
      await api.send('removeWebhook', { params: { webhookId } });
  }

  /** A text is filled first, and its PDF is what the template is used with. */
  async #usingTemplate(templateId: string, position?: string): Promise<Record<string, unknown>> {
    const api = await this.administrator();
    const response = await api.send('getTemplate', { params: { templateId }, ...seen(position) });
    const { roles = [], content } = (await response.json()) as Partial<AnswerOf<'getTemplate'>>;
    const [companyId] = this.tenant.ids.companyId;
    const participants = roles.map(({ key }, at) => ({
      role: key,
      personId: this.tenant.ids.personId[at] ?? this.tenant.ids.personId[0],
    }));
    const using = { companyId, participants };
    if (content?.kind !== 'text') return using;
    const filled = await api.call('fillTemplate', { params: { templateId }, body: using });
    return { ...using, proof: filled.proof };
  }

  async #usingEnvelope(envelopeId: string, position?: string): Promise<Record<string, unknown>> {
    const api = await this.administrator();
    const response = await api.send('getEnvelope', { params: { envelopeId }, ...seen(position) });
    const { templates = [] } = (await response.json()) as Partial<AnswerOf<'getEnvelope'>>;
    const ids = templates.map(({ templateId }) => templateId);
    const uses = await Promise.all(ids.map((templateId) => this.#usingTemplate(templateId)));
    const proofs = uses.flatMap(({ proof }, at) =>
      proof === undefined ? [] : [{ templateId: ids[at], proof }],
    );
    return { ...uses[0], proof: undefined, proofs };
  }
}
