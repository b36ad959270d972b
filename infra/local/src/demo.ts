import type { AnswerOf, OperationName } from '@lacre/contracts';
import { paths, TERMS_VERSION } from '@lacre/contracts';
import type { Mailbox } from '@lacre/mailer';

import { demoContract } from './demo-contract.ts';

export const DEMO_SIGN_IN = { email: 'demo@exemplo.com.br', password: 'demonstracao' };

interface Input {
  key: string;
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const CODE_TIMEOUT_MS = 10_000;
/** All people of the sample data sign from here. */
const DEVICE_ID = 'demonstracao-local';

/**
 * Fills a tenant with sample data through the API, as an integrator would. Commands have fixed idempotency keys and
 * processes are looked up first, so a run that was cut off is finished by the next, and a finished one changes nothing.
 */
export class Demo {
  readonly #origin: string;
  readonly #mailbox: Mailbox;

  constructor(origin: string, mailbox: Mailbox) {
    this.#origin = origin;
    this.#mailbox = mailbox;
  }

  async fill(): Promise<void> {
    await this.#call('registerTenant', {
      key: 'demo-tenant',
      body: {
        tenant: { name: 'Imobiliária Horizonte', domain: 'demo' },
        administrator: { name: 'Helena Prado', ...DEMO_SIGN_IN },
      },
    });
    const { token } = await this.#call('signIn', { key: 'demo-session', body: DEMO_SIGN_IN });
    await this.#confirmEmail(token);
    const company = await this.#call('createCompany', {
      key: 'demo-company-1',
      token,
      body: {
        cnpj: '11222333000181',
        companyName: 'Padaria Pão de Mel Ltda',
        tradingName: 'Pão de Mel',
        city: 'Curitiba',
        state: 'PR',
      },
    });
    await this.#call('createCompany', {
      key: 'demo-company-2',
      token,
      body: {
        cnpj: '12ABC34501DE35',
        companyName: 'Oficina Rota 116 S.A.',
        tradingName: 'Rota 116',
        city: 'São Paulo',
        state: 'SP',
      },
    });
    const people = {
      ana: await this.#person(token, '52998224725', 'Ana Souza Lima', 'ana@exemplo.com.br'),
      rui: await this.#person(token, '11144477735', 'Rui Barbosa Neto', 'rui@exemplo.com.br'),
      bia: await this.#person(token, '39053344705', 'Beatriz Nascimento', 'beatriz@exemplo.com.br'),
    };
    const ask = (
      key: string,
      summary: string,
      names: string[],
      participants: { personId: string; part: string }[],
    ) => this.#process(token, company.companyId, key, summary, names, participants);
    const signed = await ask(
      '1',
      'Contrato de locação comercial',
      ['Contrato de locação.pdf', 'Termo de vistoria.pdf'],
      [
        { personId: people.ana, part: 'signer' },
        { personId: people.rui, part: 'signatory' },
      ],
    );
    await this.#sign(token, signed.processId, people.ana, '52998224725', 'ana@exemplo.com.br');
    await this.#sign(token, signed.processId, people.rui, '11144477735', 'rui@exemplo.com.br');
    const started = await ask(
      '2',
      'Aditivo de prazo',
      ['Primeiro aditivo.pdf'],
      [
        { personId: people.ana, part: 'signer' },
        { personId: people.bia, part: 'attestant' },
      ],
    );
    await this.#sign(token, started.processId, people.ana, '52998224725', 'ana@exemplo.com.br');
    await ask(
      '3',
      'Procuração para reforma',
      ['Procuração.pdf'],
      [
        { personId: people.rui, part: 'signatory' },
        { personId: people.bia, part: 'signer' },
      ],
    );
  }

  async #person(token: string, cpf: string, name: string, email: string): Promise<string> {
    const { personId } = await this.#call('createPerson', {
      key: `demo-person-${cpf}`,
      token,
      body: { cpf, name, email },
    });
    return personId;
  }

  async #process(
    token: string,
    companyId: string,
    key: string,
    summary: string,
    names: string[],
    participants: { personId: string; part: string }[],
  ): Promise<{ processId: string }> {
    const { items } = await this.#call('listProcesses', {
      key: 'demo-list',
      token,
      query: { search: summary },
    });
    const existing = items.find((item) => item.summary === summary);
    if (existing !== undefined) return existing;
    const documents = [];
    for (const name of names) {
      const form = new FormData();
      form.append(
        'file',
        new Blob([await demoContract(name.replace('.pdf', ''))], { type: 'application/pdf' }),
        name,
      );
      const { proof } = await this.#call('uploadDocument', {
        key: `demo-upload-${key}-${name}`,
        token,
        body: form,
      });
      documents.push({ proof });
    }
    const body = { summary, companyId, documents, participants };
    // An upload's proof is new each time, so the key names the attempt; the list above tells what exists.
    return this.#call('createProcess', { key: `demo-process-${key}-${Date.now()}`, token, body });
  }

  async #sign(admin: string, processId: string, personId: string, cpf: string, email: string): Promise<void> {
    const process = await this.#eventually('the process', () =>
      this.#call('getProcess', { key: 'demo-get', token: admin, params: { processId } }).catch(
        () => undefined,
      ),
    );
    if (!process.signatures.some((own) => own.personId === personId && own.status === 'pending')) return;
    const invited = { processId, personId, cpf };
    const known = new Set((await this.#mailbox.listMessages({ to: email, limit: 50 })).map(({ id }) => id));
    await this.#call('requestSigningCode', { key: `demo-code-${processId}-${personId}`, body: invited });
    const code = await this.#newCode(email, known);
    const { token } = await this.#call('openSigningSession', {
      key: `demo-open-${personId}`,
      body: { ...invited, code },
    });
    const request = await this.#requestOf(token, processId);
    const pending = request.documents.filter(({ signatureStatus }) => signatureStatus === 'pending');
    await this.#call('sign', {
      key: `demo-sign-${processId}-${personId}`,
      token,
      body: {
        signatures: pending.map(({ signatureId, documentId, sha256 }) => ({
          signatureId,
          documentId,
          documentSha256: sha256,
        })),
        consent: { accepted: true, termsVersion: TERMS_VERSION },
      },
    });
  }

  async #requestOf(token: string, processId: string): Promise<AnswerOf<'listSignatures'>['items'][number]> {
    return this.#eventually('the signing request', async () => {
      const { items } = await this.#call('listSignatures', { key: 'demo-list', token });
      return items.find((item) => item.processId === processId);
    });
  }

  /** As its owner would: by the link that was mailed. Nothing happens when it is confirmed already. */
  async #confirmEmail(token: string): Promise<void> {
    const { emailVerified } = await this.#call('currentUser', { key: 'demo-user', token });
    if (emailVerified) return;
    const link = await this.#eventually('the link that confirms the address', async () => {
      const [entry] = await this.#mailbox.listMessages({
        to: DEMO_SIGN_IN.email,
        search: 'Confirme',
        limit: 1,
      });
      const message = entry && (await this.#mailbox.readMessage(entry.id));
      return /#verify=([\w-]+)/.exec(message?.text ?? '')?.[1];
    });
    await this.#call('confirmEmail', { key: 'demo-confirmation', token, body: { link } });
  }

  async #newCode(email: string, known: Set<string>): Promise<string> {
    return this.#eventually(`a code for ${email}`, async () => {
      const entries = await this.#mailbox.listMessages({ to: email, search: 'código', limit: 50 });
      const entry = entries.find(({ id }) => !known.has(id));
      const message = entry && (await this.#mailbox.readMessage(entry.id));
      return /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
    });
  }

  async #eventually<Value>(what: string, probe: () => Promise<Value | undefined>): Promise<Value> {
    const deadline = Date.now() + CODE_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const value = await probe();
      if (value !== undefined) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the demo waited in vain for ${what}`);
  }

  async #call<Name extends OperationName>(
    name: Name,
    { key, token, params, query, body }: Input,
  ): Promise<AnswerOf<Name>> {
    const { method, path } = paths[name];
    const url = `${this.#origin}/api${path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => params?.[field] ?? '')}?${new URLSearchParams(query).toString()}`;
    const form = body instanceof FormData;
    const response = await fetch(url, {
      method,
      headers: {
        'client-device-id': DEVICE_ID,
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`the demo's ${name} failed: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Name>;
  }
}
