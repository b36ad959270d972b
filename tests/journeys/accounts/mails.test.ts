import { createServer, type Server } from 'node:http';

import { SCOPES } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { asRead, startMailServer, type MailServer, type ReceivedMail } from '@lacre/mailer/testing';
import { listenLocally, portOf } from '@lacre/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { Lacre } from '../../support/lacre.ts';
import { codeIn, confirmationIn } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  requestOf,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

/** `localhost` leads to either. */
const LOOPBACK = /127\.0\.0\.1|::1/;
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What came for the address so far under such a subject, each message once however often it was delivered. */
function mailsTo({ received }: MailServer, address: string, subject: RegExp): ReceivedMail[] {
  const found = received.filter((mail) => mail.to === address && subject.test(mail.subject));
  return [...new Map(found.map((mail) => [mail.messageId, mail])).values()];
}

const mailTo = (server: MailServer, address: string, subject: RegExp): Promise<ReceivedMail> =>
  until(`${String(subject)} for ${address}`, async () => mailsTo(server, address, subject).at(-1));

/** As the person does it: the code of their mail, then the token. */
async function comeIn(
  server: MailServer,
  origin: string,
  processId: string,
  person: Person,
  rememberDevice = false,
): Promise<Api> {
  const visitor = new Api(origin);
  const invited = { processId, personId: person.personId, cpf: person.cpf };
  const before = mailsTo(server, person.email, /código/).length;
  await visitor.call('requestSigningCode', { body: invited });
  const mail = await until('the code', async () => mailsTo(server, person.email, /código/)[before]);
  const code = codeIn(mail.text);
  const { token } = await visitor.call('openSigningSession', { body: { ...invited, code, rememberDevice } });
  return visitor.as(token);
}

let server: MailServer;
let lacre: ClockedLacre;
let account: Account;
/** The secret of the link that confirms an address, as the mail server got it. */
const confirmation = (email: string): Promise<string> =>
  until('the link that confirms the address', async () =>
    mailsTo(server, email, /^Confirme/)
      .map(({ text }) => confirmationIn(text))
      .at(-1),
  );
let hooks: Server;

beforeAll(async () => {
  server = await startMailServer();
  lacre = await startClockedLacre(() => ({
    SMTP_URL: server.url,
    MAIL_FROM: 'Lacre <nao-responda@lacre.example>',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  }));
  account = await openAccount(lacre.origin, 'Andrade e Filhos', confirmation);
  await account.api.call('editTenantSettings', {
    body: {
      settings: { displayName: 'Escritório Andrade', primaryColor: '#0e5e4a' },
      uploads: [{ name: 'logo', base64: LOGO }],
    },
  });
  hooks = createServer((_request, response) => response.writeHead(410).end());
  await listenLocally(hooks);
}, 120_000);
afterAll(async () => {
  await lacre.dispose();
  hooks.close();
  hooks.closeAllConnections();
  await server.close();
});

const document = async (name: string) => uploadProof(account.api, await samplePdf({ pages: 1 }), name);

describe('a process that is signed', () => {
  let ana: Person;
  let rui: Person;
  let bia: Person;
  let processId: string;

  beforeAll(async () => {
    [ana, rui, bia] = [
      await addPerson(account.api, 'Ana Souza'),
      await addPerson(account.api, 'Rui Lima'),
      await addPerson(account.api, 'Bia Prado'),
    ];
    const opened = await openProcess(
      account,
      [await document('contrato.pdf'), await document('anexo.pdf')],
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signer' },
      ],
    );
    ({ processId } = opened);
  }, 60_000);

  it('asks each participant', async () => {
    for (const { email } of [ana, rui]) {
      const mail = await mailTo(server, email, /^Assinatura solicitada/);
      expect(mail.text).toContain('Marina Andrade pediu a sua assinatura.');
      expect(mail.text).toContain('anexo.pdf');
    }
  });

  it('reminds the pending participants', async () => {
    await account.api.call('remindParticipants', { params: { processId }, body: {} });
    expect((await mailTo(server, rui.email, /^Lembrete/)).text).toContain('anexo.pdf');
  });

  it('notifies the replaced participant, and asks the replacement', async () => {
    await account.api.call('replaceParticipant', {
      params: { processId, personId: rui.personId },
      body: { personId: bia.personId },
    });
    const { text } = await mailTo(server, rui.email, /^Você não precisa mais assinar/);
    expect(text).toContain('Outra pessoa foi indicada');
    expect((await mailTo(server, bia.email, /^Assinatura solicitada/)).text).toContain(
      signingPath(processId, bia.personId),
    );
  });

  it('sends each signer a receipt, and the requester the news', async () => {
    await signAll(await comeIn(server, lacre.origin, processId, ana, true), processId);
    const receipt = await mailTo(server, ana.email, /^Assinatura registrada/);
    expect(receipt.text).toMatch(LOOPBACK);
    const news = await mailTo(server, account.email, /^Assinatura recebida/);
    expect(news.text).toContain('Ana Souza assinou 2 documentos.');
    expect(news.text).toContain('Já assinaram: 1 de 2');
  });

  it('notifies all of its end, with both documents sealed', async () => {
    await signAll(await comeIn(server, lacre.origin, processId, bia), processId);
    for (const email of [ana.email, bia.email, account.email])
      expect((await mailTo(server, email, /^Processo concluído/)).text).toContain('contrato.pdf');
    expect(mailsTo(server, rui.email, /^Processo concluído/)).toEqual([]);
  }, 60_000);

  it('announces a prepared download', async () => {
    await account.api.call('requestDownload', { body: { processIds: [processId] } });
    expect((await mailTo(server, account.email, /^Download pronto/)).text).toContain('Documentos: 2');
  }, 60_000);

  it('mails the contact about each device that is remembered for it', async () => {
    const before = mailsTo(server, ana.email, /^Novo dispositivo/).length;
    await comeIn(server, lacre.origin, processId, ana, true);
    const mail = await until('one more', async () => mailsTo(server, ana.email, /^Novo dispositivo/)[before]);
    expect(mail.text).toContain('/document/devices');
  });
});

describe('a process that ends otherwise', () => {
  let ana: Person;
  let rui: Person;
  beforeAll(async () => {
    [ana, rui] = [await addPerson(account.api, 'Ana Reis'), await addPerson(account.api, 'Rui Reis')];
  });
  const open = async (deadlineMs?: number) => {
    const { proof } = await document('recibo.pdf');
    return account.api.call('createProcess', {
      body: {
        summary: 'Recibo de entrega',
        companyId: account.companyId,
        documents: [{ proof }],
        participants: [ana, rui].map(({ personId }) => ({ personId, part: 'signer' })),
        // From when all is there that it takes.
        ...(deadlineMs === undefined ? {} : { deadline: new Date(Date.now() + deadlineMs).toISOString() }),
      },
    });
  };

  it('by a refusal notifies requester and signer, and the others without the reason', async () => {
    const { processId } = await open();
    const session = await comeIn(server, lacre.origin, processId, rui);
    const { documents } = await requestOf(session, processId);
    const signatureIds = documents.map(({ signatureId }) => signatureId);
    await session.call('reject', { body: { signatureIds, reason: 'O valor está errado' } });
    expect((await mailTo(server, rui.email, /^Recusa registrada/)).text).toContain('O valor está errado');
    expect((await mailTo(server, account.email, /^Assinatura recusada/)).text).toContain(
      'O valor está errado',
    );
    expect((await mailTo(server, ana.email, /^Assinatura recusada/)).text).not.toContain(
      'O valor está errado',
    );
  }, 60_000);

  it('by cancellation notifies those who were asked', async () => {
    const { processId } = await open();
    await account.api.call('cancelProcess', { params: { processId }, body: { reason: 'Mudou' } });
    for (const { email } of [ana, rui])
      expect((await mailTo(server, email, /^Processo cancelado/)).text).toContain('Mudou');
  });

  it('by its deadline notifies those who had not signed, and the requester', async () => {
    // Commands keep the machine's clock.
    await open(4000);
    for (const email of [ana.email, rui.email, account.email])
      expect((await mailTo(server, email, /^Prazo encerrado/)).text).toContain('recibo.pdf');
  }, 60_000);
});

describe('an account', () => {
  it('invites its users', async () => {
    const email = `convidada${fresh()}@exemplo.com.br`;
    await account.api.call('createUser', { body: { user: { name: 'Nina', email, role: 'manager' } } });
    const mail = await mailTo(server, email, /^Convite para entrar em Escritório Andrade/);
    expect(mail.text).toContain('Marina Andrade convidou você');
  });

  it('is notified of a sign-in from another browser, and of a changed password', async () => {
    const visitor = new Api(lacre.origin);
    const { email, password } = account;
    await visitor.call('signIn', { body: { email, password } });
    await mailTo(server, email, /^Entrada em um novo dispositivo/);
    await visitor.call('requestPasswordReset', { body: { email } });
    const { text } = await mailTo(server, email, /^Escolha outra senha/);
    const link = /#reset=([\w-]+)/.exec(text)?.[1];
    await visitor.call('resetPassword', { body: { link, password: 'outra senha bem comprida' } });
    const { text: changed } = await mailTo(server, email, /^Sua senha foi trocada/);
    expect(changed).toMatch(new RegExp(`Endereço IP: (?:${LOOPBACK.source})`));
    account.password = 'outra senha bem comprida';
    const { token } = await visitor.call('signIn', { body: { email, password: account.password } });
    account.api = visitor.as(token);
  });

  it('is notified of a token that is about to end', async () => {
    await account.api.call('createToken', { body: { scopes: [...SCOPES], description: 'ERP', days: 8 } });
    lacre.advance(1.1);
    const { text } = await mailTo(server, account.email, /^Token prestes a vencer: ERP/);
    expect(text).toContain(`${lacre.origin}/tokens`);
  }, 60_000);

  it('is notified of a webhook that was disabled', async () => {
    const url = `http://127.0.0.1:${portOf(hooks)}/lacre`;
    await account.api.call('createWebhook', { body: { url, description: 'ERP', eventTypes: [] } });
    await addPerson(account.api, 'Qualquer Pessoa');
    const { text } = await mailTo(server, account.email, /^Webhook desativado: ERP/);
    expect(asRead(text)).toContain(url);
  }, 60_000);
});

it('every message has both forms, and speaks for the account by its name, its address and logo', async () => {
  // Each once, however often it was delivered.
  const all = [...new Map(server.received.map((mail) => [mail.messageId, mail])).values()].filter(
    ({ subject }) => subject !== '',
  );
  // Before the address is proven nothing that was typed into the registration is sent.
  const [confirming, ...others] = all.filter(({ subject }) => subject.startsWith('Confirme seu email'));
  expect(others).toEqual([]);
  expect(confirming?.from).toEqual({ name: 'Lacre', address: 'nao-responda@lacre.example' });
  expect(`${confirming?.text}${confirming?.html}`).not.toMatch(/Andrade/);
  const own = all.filter((mail) => mail !== confirming);
  expect(own.length).toBeGreaterThan(25);
  for (const mail of own) {
    expect(mail.from, mail.subject).toEqual({
      name: 'Escritório Andrade via Lacre',
      address: 'nao-responda@lacre.example',
    });
    // The name is chosen freely; the address beside it is one that no other tenant has.
    expect(mail.text, mail.subject).toMatch(/^Escritório Andrade \(conta-[\da-f]+\)\n/);
    expect(mail.html, mail.subject).toContain('Enviado por Escritório Andrade');
  }
  const [first] = own;
  const logo = /<img src="([^"]+)"/.exec(first?.html ?? '')?.[1] ?? '';
  const image = await fetch(logo);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it('delivers to others while one recipient’s server refuses, for good or for now', async () => {
  const people = [];
  for (const name of ['Lia Alves', 'Ivo Alves', 'Zoe Alves']) people.push(await addPerson(account.api, name));
  const [lia, ivo, zoe] = people as [Person, Person, Person];
  server.answer(lia.email, 550);
  server.answer(ivo.email, 451);
  const asked = people.map((person) => ({ person, part: 'signer' }) as const);
  const { processId } = await openProcess(account, [await document('ata.pdf')], asked);
  await mailTo(server, zoe.email, /^Assinatura solicitada/);
  await until('the other to be refused', async () => (server.refusals(ivo.email) > 0 ? true : undefined));
  expect(mailsTo(server, ivo.email, /./)).toEqual([]);
  server.answer(ivo.email, 0);
  await mailTo(server, ivo.email, /^Assinatura solicitada/);
  const invitations = await until('what became of the invitations', async () => {
    const { participants } = await account.api.call('getProcess', { params: { processId } });
    const states = participants.map(({ name, invitation }) => `${name}: ${invitation}`);
    return states.some((state) => state.endsWith('queued')) ? undefined : states.toSorted();
  });
  expect(invitations).toEqual(['Ivo Alves: sent', 'Lia Alves: undeliverable', 'Zoe Alves: sent']);
  expect(server.refusals(lia.email)).toBe(1);
}, 60_000);

it('sends each message once although everything is killed again and again', async () => {
  const killed = await Lacre.create({ SMTP_URL: server.url });
  try {
    await killed.start();
    const owner = await openAccount(killed.origin, 'Escritório que cai', confirmation);
    const people: Person[] = [];
    for (let count = 0; count < 12; count++) people.push(await addPerson(owner.api, `Pessoa ${count + 1}`));
    const { proof } = await uploadProof(owner.api, await samplePdf({ pages: 1 }), 'ata.pdf');
    const asked = people.map((person) => ({ person, part: 'signer' }) as const);
    await openProcess(owner, [{ proof }], asked);
    for (let cycle = 0; cycle < 3; cycle++) {
      await killed.kill();
      await killed.start();
    }
    for (const { email } of people) await mailTo(server, email, /^Assinatura solicitada/);
    for (const { email } of people) expect(mailsTo(server, email, /^Assinatura solicitada/)).toHaveLength(1);
  } finally {
    await killed.dispose();
  }
}, 120_000);
