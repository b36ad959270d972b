/**
 * The main path as a program for Node, shown in the description of the API. `tests/journeys/interface/api-walk.test.ts` runs it as
 * it stands here.
 */
export const WALK = `import { readFile, writeFile } from 'node:fs/promises';

const { LACRE_URL = 'http://localhost:4400', CONTRACT = 'contrato.pdf' } = process.env;
const number = Date.now() % 1e8;

async function call(method, path, { token, body, form, headers } = {}) {
  const answer = await fetch(LACRE_URL + '/api' + path, {
    method,
    headers: {
      ...(token && { authorization: 'Bearer ' + token }),
      ...(body && { 'content-type': 'application/json' }),
      // Uma chave para cada intenção: repetir o pedido com ela não repete o efeito.
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    body: form ?? (body && JSON.stringify(body)),
  });
  if (!answer.ok) throw new Error(method + ' ' + path + ': ' + (await answer.text()));
  return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.arrayBuffer();
}

// O que uma mensagem traz: na instalação de teste, todas estão em /dev/mailbox.
async function mailed(address, pattern) {
  for (;;) {
    const answer = await fetch(LACRE_URL + '/dev/mailbox/messages?to=' + encodeURIComponent(address));
    for (const { text } of (await answer.json()).items) if (pattern.test(text)) return pattern.exec(text)[1];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

// 1. Uma conta com seu administrador, que entra e confirma o email: antes disso nada é enviado a outras pessoas.
const administrator = { name: 'Marina Andrade', email: 'marina' + number + '@exemplo.com.br', password: 'uma senha comprida' };
await call('POST', '/tenant', { body: { tenant: { name: 'Escritório Andrade', domain: 'conta-' + number }, administrator } });
const { token } = await call('POST', '/session', { body: { email: administrator.email, password: administrator.password } });

const link = await mailed(administrator.email, /#verify=([\\w-]+)/);
await call('POST', '/session/email/confirm', { token, body: { link } });

// 2. A empresa em nome de quem se pedem assinaturas, e a pessoa que vai assinar.
const { companyId } = await call('POST', '/company', { token, body: { cnpj: '11222333000181', companyName: 'Padaria Pão de Mel Ltda' } });
const person = { cpf: '52998224725', name: 'Ana Souza Lima', email: 'ana' + number + '@exemplo.com.br' };
const { personId } = await call('POST', '/person', { token, body: person });

// 3. O documento: o envio devolve uma prova, que o processo apresenta.
const form = new FormData();
form.append('file', new Blob([await readFile(CONTRACT)]), 'contrato.pdf');
const { proof } = await call('POST', '/upload', { token, form });
const { processId, documents } = await call('POST', '/process', {
  token,
  body: {
    summary: 'Contrato de locação',
    companyId,
    documents: [{ proof }],
    participants: [{ personId, part: 'signer' }],
  },
});

// 4. A pessoa entra com o CPF e o código que recebe por email.
const invited = { processId, personId, cpf: person.cpf };
await call('POST', '/signature/code', { body: invited });
const code = await mailed(person.email, /código[^]*?\\b(\\d{6})\\b/i);
const session = await call('POST', '/signature/session', {
  body: { ...invited, code, rememberDevice: false },
  headers: { 'client-device-id': crypto.randomUUID() },
});

// 5. Lê o que foi convidada a assinar, e assina.
let request;
while (request === undefined) {
  const { items } = await call('GET', '/signature', { token: session.token });
  request = items.find((item) => item.processId === processId);
}
await call('POST', '/signature/sign', {
  token: session.token,
  body: {
    signatures: request.documents.map(({ signatureId, documentId, sha256 }) => ({ signatureId, documentId, documentSha256: sha256 })),
    consent: { accepted: true, termsVersion: '2026-11' },
  },
});

// 6. O documento é selado em seguida. Um webhook ou GET /event-feed avisam; aqui se pergunta até lá.
let status = 'waiting';
while (status !== 'finished') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  ({ status } = await call('GET', '/process/' + processId, { token }));
}
const [{ documentId }] = documents;
const sealed = await call('GET', '/process/' + processId + '/document/' + documentId + '/sealed', { token });
await writeFile('contrato-assinado.pdf', Buffer.from(sealed));

// 7. Qualquer um confere o arquivo, sem entrar.
const checked = new FormData();
checked.append('file', new Blob([sealed]), 'contrato-assinado.pdf');
const { verdict } = await call('POST', '/validate', { form: checked });
console.log(verdict); // genuine
`;
