import type { Api } from '../../support/api.ts';
// Scenes of those who have not signed in: the public pages, and what is said of a file.
import { samplePdf } from '../../support/pdfs.ts';
import { fresh } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';
import { Checker } from '../checker.ts';
import { model, processNamed, type Scene, type Setting } from './stage.ts';

async function publicScreens(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const screens = {
    landing: '/',
    login: '/login/demo',
    register: '/register',
    validate: '/validate',
    policies: '/policies',
    'policies, an old version': '/policies?version=2026-11',
    mobile: '/mobile',
    'no connection': '/offline.html',
    'incomplete link': '/document',
    'not found, signed out': '/nada',
    mailbox: '/dev/mailbox?search=Confirme',
  };
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await visitor.page.goto(`${visitor.origin}/dev/mailbox?search=ana`);
  // An invitation: later messages may be codes, which lead nowhere.
  await visitor.page.getByRole('listitem').filter({ hasText: 'assin' }).first().getByRole('link').click();
  await visitor.page.frameLocator('iframe').getByRole('link').first().waitFor();
  await shoot('message');
  await visitor.open('/login');
  await visitor.fill('Email', 'demo@exemplo.com.br');
  await visitor.fill('Senha', 'errada');
  await visitor.press('Entrar');
  await visitor.reads('Email ou senha incorretos');
  await shoot('login refused');
  await visitor.open('/register');
  await visitor.press('Criar conta');
  await shoot('register refused');
  await visitor.leaves();
}

async function askingForMail(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const email = `ana${fresh()}@exemplo.com.br`;
  await visitor.open('/password');
  await visitor.sees('recovery', 'Recuperar senha');
  await shoot('recovery');
  await visitor.fill('Email', email);
  await visitor.press('Enviar link');
  await visitor.reads('Confira seu email');
  await shoot('recovery, sent');
  await visitor.open('/login');
  await visitor.press('Link por email');
  await visitor.fill('Email', email);
  await visitor.press('Enviar link');
  await visitor.reads('Confira seu email');
  await shoot('login by mail, sent');
  await visitor.leaves();
}

/** A part of the page that cannot be fetched. */
async function failedPart(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  await visitor.open('/');
  await visitor.page.route(/assets\/mobile-/, (route) => route.abort());
  await visitor.page.getByRole('link', { name: 'No celular' }).click();
  await visitor.page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await shoot('part that cannot be fetched');
  await visitor.leaves();
}

async function verdicts(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { api } = setting.studio;
  const processId = await processNamed(api, 'Contrato de locação comercial');
  const { documents } = await until('the demo is sealed', async () => {
    const process = await api.call('getProcess', { params: { processId } });
    return process.status === 'finished' ? process : undefined;
  });
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await api.bytes('downloadSealed', { processId, documentId });
  const flipped = Uint8Array.from(sealed);
  flipped[2000] = (flipped[2000] ?? 0) ^ 1;
  const checker = new Checker(visitor);
  const files: [string, Uint8Array, string][] = [
    ['verdict genuine', sealed, 'Documento autêntico e íntegro'],
    ['verdict additions', Buffer.concat([sealed, Buffer.from('\n')]), 'Documento autêntico, com acréscimos'],
    ['verdict tampered', flipped, 'Documento possivelmente adulterado'],
    ['verdict not ours', await samplePdf(), 'Documento não gerado pela plataforma'],
    ['verdict unreadable', Buffer.from('%PDF-1.7 nada'), 'Não foi possível ler o arquivo'],
    ['verdict partial copy', await partialCopy(api), 'Cópia parcial autêntica'],
  ];
  for (const [name, bytes, verdict] of files) {
    await checker.chooses({ name: 'Contrato de locação-assinado.pdf', bytes });
    await checker.isTold(verdict);
    await shoot(name);
    if (name !== 'verdict genuine') continue;
    await visitor.page.getByText('Detalhes técnicos').click();
    await shoot('verdict report');
  }
  await visitor.open(`/validate?code=${documents[0]?.validationCode ?? ''}`);
  await visitor.sees('known by its code', 'Há um documento com este código');
  await shoot('known by its code');
  await visitor.leaves();
}

/** Of a document that still waits for signatures. */
async function partialCopy(api: Api): Promise<Uint8Array> {
  const processId = await processNamed(api, 'Aditivo de prazo');
  const { documents } = await api.call('getProcess', { params: { processId } });
  const documentId = documents[0]?.documentId ?? '';
  const { copyId } = await api.call('createPartialCopy', { params: { processId, documentId } });
  return api.bytes('downloadPartialCopy', { processId, documentId, copyId });
}

export const publicScenes: readonly Scene[] = [publicScreens, askingForMail, failedPart, verdicts];
