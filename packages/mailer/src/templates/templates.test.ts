import { describe, expect, test } from 'vitest';

import { samples, type Said } from '../testing/samples.ts';
import {
  accessCode,
  downloadReady,
  processCanceled,
  userInvited,
  processRejected,
  renderEmail,
  signatureReceived,
  signatureRequested,
  type Sender,
} from './index.ts';

const HOSTILE = `<img src=x onerror="alert('1')">&amp;</td>`;
const ESCAPED = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;&lt;/td&gt;';

/** The same words wherever a user's words come in. */
const saying = (said: string, sender: Sender = { name: said }): Said => ({
  recipientName: said,
  personName: said,
  companyName: said,
  summary: said,
  documents: [said, said],
  reason: said,
  description: said,
  sender,
});
const sender: Sender = { name: 'Imobiliária Horizonte' };

function ended(said: string) {
  return { sender, recipientName: said, companyName: said, summary: said, documents: [said, said] };
}

function request(said: string) {
  return {
    ...ended(said),
    requesterName: said,
    link: 'https://lacre.example/document?token=a&b=%22',
    deadline: new Date('2026-11-30T21:00:00Z'),
  };
}

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]{3,}/gu) ?? [];

describe.each(Object.entries(samples))('%s', (_, sample) => {
  const template = (said: string) => sample(saying(said));

  test('says on whose behalf it is sent', () => {
    const { html, text, senderName } = sample({ ...saying('Ana'), sender });
    expect(senderName).toBe('Imobiliária Horizonte');
    expect(text).toMatch(/^Imobiliária Horizonte\n/);
    expect(html).toContain('>Imobiliária Horizonte</td>');
    expect(html).toContain('Enviado por Imobiliária Horizonte pelo <strong>Lacre</strong>');
  });

  test('escapes whatever a user wrote', () => {
    const { html, text } = template(HOSTILE);
    expect(html).not.toContain('<img');
    expect(html).toContain(ESCAPED);
    expect(text).toContain('<img');
  });

  test('keeps users’ text from beginning a line or header of its own', () => {
    const { subject, text } = template('Ana\r\n\r\nBcc: todos@example.com\u2028x');
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text).not.toMatch(/^Bcc/m);
  });

  test('leaves nothing a user wrote that a mail program would make a link of', () => {
    const { html, text } = template('http://evil.com/a www.evil.com.br evil.com clique');
    const ours = /https:\/\/(?:lacre\.example|exemplo\.com\.br)[^\s"<]*/g;
    for (const form of [html, text]) {
      expect(form).toContain('evil');
      expect(form.replaceAll(ours, '')).not.toMatch(/(?:evil|www)\.[a-z]|http:\/\//);
    }
  });

  test('keeps its subject to a line that can be read', () => {
    const { subject } = template('👩🏽‍⚖️ação '.repeat(100));
    expect([...new Intl.Segmenter('pt-BR').segment(subject)].length).toBeLessThanOrEqual(120);
    expect(subject.isWellFormed()).toBe(true);
  });

  test('says the same in text as in HTML', () => {
    const { html, text } = template('Locação do galpão');
    const shown = html
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<div style="display:none.*?<\/div>/s, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&');
    for (const word of words(text)) expect(shown).toContain(word);
    const spoken = text.replaceAll('&amp;', '&');
    const onlyShown = new Set(words('Se o botão não abrir, copie este endereço no navegador'));
    for (const word of words(shown).filter((each) => !onlyShown.has(each))) expect(spoken).toContain(word);
  });

  test('is well-formed, in Portuguese, and fetches nothing', () => {
    const { html } = template('Ana');
    expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object)\b|url\(|@import/);
    const logo = 'https://lacre.example/api/tenant/1/image/2';
    const withLogo = sample(saying('Ana', { name: 'Ana', logo })).html;
    expect([...withLogo.matchAll(/(?:src|url\()=?"?([^"]*)/g)].map(([, address]) => address)).toEqual([logo]);
    expect(withLogo.replaceAll(/<img [^>]*>/g, '')).not.toMatch(/<(?:img|script|link|iframe|object)\b/);
    const opened = [...html.matchAll(/<(table|tr|td|p|h1|a|div|strong|style|title|html|head|body)[\s>]/g)];
    for (const tag of new Set(opened.map((match) => match[1] as string))) {
      const count = opened.filter((match) => match[1] === tag).length;
      expect(`${tag} ${html.split(`</${tag}>`).length - 1}`).toBe(`${tag} ${count}`);
    }
  });
});

describe('a request to sign', () => {
  test('names requester, company, documents and deadline', () => {
    const { subject, text, html } = signatureRequested({
      sender,
      recipientName: 'Rui Barbosa',
      requesterName: 'Ana Lima',
      companyName: 'Horta & Filhos Ltda.',
      summary: 'Locação do galpão',
      documents: ['contrato.pdf'],
      link: 'https://lacre.example/document?token=a&b=1',
      deadline: new Date('2026-11-30T21:00:00Z'),
    });
    expect(subject).toBe('Assinatura solicitada: Locação do galpão');
    expect(text).toContain('Olá, Rui Barbosa,');
    expect(text).toContain('Ana Lima pediu a sua assinatura.');
    expect(text).toContain('Empresa: Horta & Filhos Ltda.\nProcesso: Locação do galpão\n');
    expect(text).toContain('Assine até: 30 de novembro de 2026 às 18:00 (horário de Brasília)');
    expect(text).toContain('Ler e assinar:\nhttps://lacre.example/document?token=a&b=1\n');
    expect(html).toContain('href="https://lacre.example/document?token=a&amp;b=1"');
    expect(html).toContain('Horta &amp; Filhos Ltda.');
  });

  test('without a deadline speaks of none', () => {
    const { deadline: _, ...open } = request('x');
    expect(signatureRequested(open).text).not.toContain('até');
  });

  test('does not link to a text that is no web address', () => {
    const link = 'javascript:alert(1)';
    expect(() => signatureRequested({ ...request('x'), link })).toThrow(RangeError);
    expect(() => signatureRequested({ ...request('x'), link: '/document' })).toThrow(RangeError);
  });
});

describe('a message to a signer', () => {
  /** Those that participants get. */
  const forSigners = Object.entries(samples).filter(([name]) =>
    /^(?:signature-(?:requested|reminder|recorded|dispensed)|process-(?:finished|rejected|canceled|expired)|rejection-recorded|delegation-recorded|participant-replaced|contact-replaced)/.test(
      name,
    ),
  );
  const plain = 'Lease 12';

  test.each(['en', 'es'] as const)('has no Portuguese word in %s', (language) => {
    expect(forSigners.length).toBeGreaterThan(15);
    for (const [name, sample] of forSigners) {
      const { subject, text, html } = sample({ ...saying(plain), language });
      expect(html, name).toContain(`<html lang="${language}">`);
      expect([subject, text, html].join('\n'), name).not.toMatch(
        /você|assinatura|assinar|Olá|Processo:|mensagem|não |lang="pt-BR"/i,
      );
    }
  });

  test.each([
    { language: 'en', said: ['Signature requested: Lease 12', 'Read and sign', '(Brasília time)'] },
    { language: 'en', said: ['All have signed', 'Refusal recorded: Lease 12', 'Process canceled: Lease 12'] },
    { language: 'es', said: ['Firma solicitada: Lease 12', 'Leer y firmar', '(hora de Brasilia)'] },
    { language: 'es', said: ['Todos firmaron', 'Rechazo registrado: Lease 12', 'Plazo terminado: Lease 12'] },
  ] as const)('says $said in $language', ({ language, said }) => {
    const all = forSigners
      .map(([, sample]) => sample({ ...saying(plain), language }))
      .map(({ subject, text }) => `${subject}\n${text}`)
      .join('\n');
    for (const text of said) expect(all).toContain(text);
  });
});

describe('an access code', () => {
  test('stands in the body, never in the subject or the preview', () => {
    const { subject, text, html } = accessCode({ sender, recipientName: 'Ana', code: '048213' });
    expect(subject).toBe('Seu código de acesso');
    expect(text).toContain('048213');
    expect(text).toContain('10 minutos');
    expect(html.match(/048213/g)).toHaveLength(1);
    expect(html.indexOf('048213')).toBeGreaterThan(html.indexOf('Para continuar'));
  });

  test.each([
    { language: 'en', subject: 'Your access code', frame: ['Hello, Ana,', 'Sent by', '10 minutes'] },
    {
      language: 'es',
      subject: 'Su código de acceso',
      frame: ['Hola, Ana,', 'Firma electrónica', '10 minutos'],
    },
  ] as const)('comes in $language where that is asked for, the frame too', ({ language, subject, frame }) => {
    const message = accessCode({ sender, recipientName: 'Ana', language, code: '048213' });
    expect(message.subject).toBe(subject);
    for (const text of frame) expect(message.text).toContain(text);
    expect(message.html).toContain(`<html lang="${language}">`);
    expect(message.text + message.html).not.toMatch(/você|Olá|Enviado por .* pelo/);
  });

  test.each(['12345', '1234567', '12345a', '<b>123', ''])('is not %j', (code) => {
    expect(() => accessCode({ sender, recipientName: 'Ana', code })).toThrow(RangeError);
  });
});

test('a rejection gives the reason as it was written, line by line', () => {
  const { text, html } = processRejected({
    ...ended('x'),
    rejectedBy: 'Rui',
    reason: 'O valor está errado.\n\nVer cláusula 3.',
    goesOn: false,
  });
  expect(text).toContain('Motivo:\n> O valor está errado.\n> \n> Ver cláusula 3.');
  expect(html).toContain('white-space:pre-line');
});

test('a cancellation of one document names it, and needs no reason', () => {
  const { subject, text } = processCanceled({
    ...ended('Locação'),
    documents: ['anexo.pdf'],
    canceledBy: 'Ana',
    scope: 'documents',
  });
  expect(subject).toBe('Documento cancelado: Locação');
  expect(text).toContain('Um documento foi cancelado');
  expect(text).not.toContain('Motivo');
});

test.each([
  [1, 900, '1 KB', 'O documento selado que você pediu'],
  [2, 1_500_000, '1,4 MB', 'Os documentos selados que você pediu'],
  [120, 2_000_000_000, '1,9 GB', 'Os documentos selados que você pediu'],
])(
  'a download of %i documents and %i bytes says how much it is and until when',
  (fileCount, sizeBytes, size, said) => {
    const { subject, text } = downloadReady({
      sender,
      recipientName: 'Ana',
      description: 'Contratos de março',
      fileCount,
      sizeBytes,
      expiresAt: new Date('2026-11-30T21:00:00Z'),
      link: 'https://lacre.example/downloads',
      validateLink: 'https://lacre.example/validate',
    });
    expect(subject).toBe('Download pronto: Contratos de março');
    expect(text).toContain(said);
    expect(text).toContain(`Documentos: ${fileCount}\nTamanho: ${size}\n`);
    expect(text).toContain('Disponível até: 30 de novembro de 2026 às 18:00 (horário de Brasília)');
    expect(text).toContain('Ver meus downloads:\nhttps://lacre.example/downloads\n');
  },
);

test('no message greets its recipient by an empty name', () => {
  const email = {
    sender,
    subject: 's',
    preview: 'p',
    title: 't',
    recipientName: '',
    blocks: [],
    because: 'b',
  };
  expect(renderEmail(email).text).not.toContain('Olá');
  expect(renderEmail(email).html).not.toContain('Olá');
});

test.each([
  ['#5e35e6', '#ffffff'],
  ['#fde047', '#1c1730'],
  ['javascript:', '#ffffff'],
])('a button of the colour %s is written in %s', (color, ink) => {
  const { html } = signatureRequested({ ...request('x'), sender: { name: 'Ana', color } });
  expect(html).toContain(`font-weight:600;color:${ink};text-decoration:none`);
  expect(html).not.toContain('javascript:');
});

test('a requester sees how many have signed', () => {
  const { text } = signatureReceived({
    ...ended('Locação'),
    signerName: 'Rui Barbosa',
    at: new Date('2026-11-24T14:32:00Z'),
    progress: { signed: 2, all: 3 },
    link: 'https://lacre.example/processes/1',
  });
  expect(text).toContain('Rui Barbosa assinou 2 documentos.');
  expect(text).toContain(
    'Assinado em: 24 de novembro de 2026 às 11:32 (horário de Brasília)\nJá assinaram: 2 de 3',
  );
});

test('shows the address of the account beside its name, which any tenant may choose freely', () => {
  const bait = { name: 'Banco do Brasil', domain: 'isca-1' };
  const { text, html } = userInvited({
    sender: bait,
    recipientName: 'Rui',
    invitedBy: 'Ana',
    link: 'https://lacre.example/password#invitation=x',
    expiresAt: new Date('2026-11-28T12:00:00Z'),
  });
  expect(text.startsWith('Banco do Brasil (isca-1)')).toBe(true);
  for (const form of [text, html]) expect(form).toContain('Enviado por Banco do Brasil (isca-1) pelo');
});

test('keeps the first letter of a long name in a square as wide as it is high', () => {
  const name =
    'Associação Brasileira dos Fabricantes de Equipamentos Eletromecânicos e de Automação Industrial';
  const { html } = accessCode({ ...ended(name), code: '123456' });
  expect(html).toContain('min-width:40px;height:40px');
});
