import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { DECLARATION_SHA256, DECLARATION_VERSION } from '@lacre/contracts';
import {
  createLocalAuthority,
  readAttachments,
  readPdf,
  type RevisionWriter,
  sealPdf,
  type StrictPdf,
} from '@lacre/pades';
import { authority as otherAuthority } from '@lacre/pades-lab/fixtures/authorities';
import { revised, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { withDocumentTimeStamp } from '@lacre/pades-lab/fixtures/long-term-pieces';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openFile } from '../seal/open-file.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { completedProcess, type TestProcess } from '../testing/completed-process.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import type { EvidenceDocument } from './evidence-json.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../../scripts/verify-evidence.py', import.meta.url));

let test: TestSigner;
let folder: string;
let sealed: Buffer;
let evidence: Buffer;
let key: string;
let process_: TestProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-verify-'));
  test = await openTestSigner();
  process_ = await completedProcess(test, await samplePdf({ objectStreams: true }));
  const { processId, documentId, tenantId } = process_;
  await sealDocument(test.signer, processId, documentId);
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  sealed = Buffer.from((await openFile(test.signer.blobs, file?.parts ?? [])).pdf);
  const attached = readAttachments(readPdf(sealed)).find(({ name }) => name === 'evidence.json');
  evidence = Buffer.from(attached?.read() ?? []);
  const url = `/api/process/${processId}/document/${documentId}/evidence-key`;
  key = (await test.app.inject({ url, headers: { authorization: test.asUser(tenantId) } })).body;
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the script as a stranger would, with nothing but the files. */
async function verify(files: {
  pdf?: Buffer;
  json?: Buffer | undefined;
  key?: string;
  authority?: string;
  programs?: string;
}) {
  const at = async (name: string, bytes: Buffer | string) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  const given = [await at('documento.pdf', files.pdf ?? sealed)];
  if (files.json !== undefined) given.push(await at('evidence.json', files.json));
  if (files.key !== undefined) given.push('--key', await at('chave.json', files.key));
  if (files.authority !== undefined) given.push('--authority', await at('autoridade.pem', files.authority));
  const env = { PATH: files.programs ?? process.env['PATH'], PYTHONIOENCODING: 'utf-8' };
  return run('python3', [SCRIPT, ...given], { env }).then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

/** The evidence with something changed, as a forger would write it again. */
function altered(change: (stated: EvidenceDocument) => void): Buffer {
  const stated = JSON.parse(evidence.toString('utf8')) as EvidenceDocument;
  change(stated);
  return Buffer.from(`${JSON.stringify(stated, null, 2)}\n`);
}
const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('there is none');
  return item;
};

/** What an editor does that writes another amount over the one that was signed. */
function redrawn(writer: RevisionWriter, pdf: StrictPdf): void {
  const drawing = 'BT 50 700 Td (R$ 999.999,00) Tj ET';
  const content = writer.add(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  const { ref, dict } = first(pdf.pages);
  const parent = Buffer.from(dict.rawValue('Parent') ?? '').toString('latin1');
  writer.write(ref, `<< /Type /Page /Parent ${parent} /Contents ${content.num} 0 R >>`);
}

describe('a verifier with the file, evidence.json and no network', () => {
  it('recomputes every hash and commitment', async () => {
    const { status, text } = await verify({ json: evidence });
    expect(text).not.toContain('NÃO CONFERE');
    expect(text).toContain('o selo é assinado pelo certificado');
    expect(text).toContain('confere: Ana Beatriz Souza Lima: signed');
    expect(text).toContain('Tudo confere.');
    expect(text).not.toContain('52998224725');
    expect(status).toBe(0);
  });

  it('finds the evidence in the file without help', async () => {
    expect(await verify({})).toMatchObject({ status: 0 });
  });

  it('identifies every person by the key, without a CPF from the verifier', async () => {
    const { people, ...rest } = JSON.parse(key) as { people: { values: unknown[] }[] };
    const whole = await verify({ json: evidence, key });
    expect(whole.text).toContain('confere: Ana Beatriz Souza Lima: CPF 52998224725');
    expect(whole.text).toContain('e-mail que recebeu o código: pessoa0@exemplo.com.br');
    expect(whole.status).toBe(0);
    const bare = JSON.stringify({ ...rest, people: people.map((one) => Object.assign(one, { values: [] })) });
    expect((await verify({ json: evidence, key: bare })).text).toContain('CPF 52998224725');
  });

  it('rejects the key of other evidence', async () => {
    const other = key.replaceAll(/"key":"[\da-f]{64}"/g, `"key":"${'ab'.repeat(32)}"`);
    const { status, text } = await verify({ json: evidence, key: other });
    expect(text).toContain('CPF não identificado');
    expect(status).toBe(1);
  });

  it.each<[string, (stated: EvidenceDocument) => void, string]>([
    [
      'another name',
      (stated) => (first(stated.participants).name = 'Outra Pessoa'),
      'NÃO CONFERE: Outra Pessoa',
    ],
    ['another IP', (stated) => (first(stated.participants).client.ip = '10.0.0.1'), 'conexão (ip)'],
    [
      'a person in whose name no one signed',
      (stated) => {
        const { personId, cpf, cpfCommitment } = first(stated.participants);
        const asking = { personId, name: 'Maria', cpf, cpfCommitment, impediment: null };
        first(stated.participants).atRequestOf = asking;
      },
      'a rogo de quem',
    ],
    [
      'a declaration that was not made',
      (stated) =>
        (first(stated.participants).declaration = {
          by: 'witness',
          version: DECLARATION_VERSION,
          textSha256: DECLARATION_SHA256[DECLARATION_VERSION].witness,
        }),
      'declaração',
    ],
    [
      'another moment',
      (stated) => (first(stated.participants).at = '2026-11-20T14:26:12.000Z'),
      'NÃO CONFERE: Ana Beatriz Souza Lima',
    ],
    ['a moment of the timeline', (stated) => (first(stated.timeline).who = 'Outra Pessoa'), 'linha do tempo'],
    [
      'an event left out',
      (stated) => void stated.chain.events.pop(),
      'NÃO CONFERE: a corrente dos eventos termina',
    ],
    [
      'an event rewritten',
      (stated) => {
        const event = first(stated.chain.events.slice(1));
        event.canonical = (event.canonical ?? '').replace('2026', '2025');
      },
      'NÃO CONFERE: os 5 eventos',
    ],
    [
      'a disclosure rewritten',
      (stated) => {
        const event = first(stated.chain.events.slice(1));
        event.disclosures = event.disclosures.map((one) => one.replace('177.45.102.33', '10.0.0.1'));
      },
      'NÃO CONFERE: os',
    ],
    ['the document exchanged', (stated) => (stated.document.sizeBytes -= 1), 'NÃO CONFERE: os primeiros'],
  ])('sees %s, rewritten in evidence.json', async (_what, change, told) => {
    const { status, text } = await verify({ json: altered(change) });
    expect(text).toContain(told);
    expect(text).toContain('NÃO CONFERE: o evidence.json foi anexado ao PDF pelo próprio selo');
    expect(status).toBe(1);
  });

  it('sees a byte of the file changed, within the document and within the evidence', async () => {
    const size = (JSON.parse(evidence.toString('utf8')) as EvidenceDocument).document.sizeBytes;
    for (const at of [Math.floor(size / 2), size + 200]) {
      const pdf = Buffer.from(sealed);
      pdf.writeUInt8(pdf.readUInt8(at) ^ 1, at);
      const { status, text } = await verify({ pdf, json: evidence });
      expect(text).toContain('NÃO CONFERE: o selo');
      expect(status).toBe(1);
    }
  });

  it('rejects as evidence an attachment by others from before the seal', async () => {
    const { signer } = await createLocalAuthority({
      organization: 'Outra Empresa',
      now: new Date(),
      keyType: 'ec-p256',
    });
    const attachments = [{ name: 'evidence.json', mediaType: 'application/json', bytes: evidence }];
    const pdf = await samplePdf({ objectStreams: true });
    const brought = await sealPdf({ pdf, signer, signingTime: new Date(), attachments });
    const before = Buffer.concat(brought.pdf);
    const { processId, documentId } = await completedProcess(test, before, { alreadySigned: true });
    await sealDocument(test.signer, processId, documentId);
    const file = sealedFile(await readSealRecord(test.signer.log, documentId));
    const over = Buffer.from((await openFile(test.signer.blobs, file?.parts ?? [])).pdf);
    const { status, text } = await verify({ pdf: over });
    // The platform's seal holds over it, and covers it.
    expect(text).toContain('confere: o selo é assinado pelo certificado');
    expect(text).toContain('NÃO CONFERE: o evidence.json foi anexado ao PDF pelo próprio selo');
    expect(status).toBe(1);
  });

  it('rejects as evidence an attachment from after the seal', async () => {
    const other = evidence.toString('utf8').replaceAll('Ana Beatriz', 'Bia Beatriz');
    const pdf = Buffer.concat([
      sealed,
      Buffer.from(`\n99 0 obj\n<< >>\nstream\n${other}\nendstream\nendobj\n`),
    ]);
    const { status, text } = await verify({ pdf });
    expect(text).toContain('NÃO CONFERE: o evidence.json foi anexado ao PDF pelo próprio selo');
    expect(status).toBe(1);
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['5,000 spaces', () => Buffer.concat([sealed, Buffer.alloc(5000, ' ')])],
    ['an end of line', () => Buffer.concat([sealed, Buffer.from('\n')])],
    ['the syntax of an object', () => Buffer.concat([sealed, Buffer.from('\n1 0 obj\n<< >>\nendobj\n')])],
    ['a revision that redraws a page', () => revised(sealed, redrawn)],
    ['a revision of nothing but a new object', () => revised(sealed, (writer) => void writer.add('(texto)'))],
    ['another signature', () => signedLater(sealed)],
  ])('rejects a file with %s after the seal', async (_what, make) => {
    const { status, text } = await verify({ pdf: await make() });
    expect(text).toContain(`NÃO CONFERE: os bytes ${sealed.length + 1} a `);
    expect(text).toContain('o conteúdo deste arquivo não é mais garantido');
    expect(text).toContain(`head -c ${sealed.length} documento.pdf`);
    expect(text).not.toContain('Tudo confere.');
    expect(status).toBe(1);
  });

  it('sees that a file cut after the seal is an earlier state of it', async () => {
    const { revisions } = readPdf(sealed);
    expect(revisions).toHaveLength(4);
    for (const { end } of revisions.slice(1, 3)) {
      const { status, text } = await verify({ pdf: sealed.subarray(0, end) });
      expect(text).toContain('faltam provas de tempo');
      expect(text).toContain('é um estado anterior, ou foi cortado');
      expect(text).not.toContain('Tudo confere.');
      expect(status).toBe(3);
    }
    expect(await verify({ pdf: sealed.subarray(0, -20) })).toMatchObject({ status: 1 });
  });

  it('sees that without openssl neither the seal nor its time stamp was checked', async () => {
    const { stdout: python } = await run('python3', ['-c', 'import sys; print(sys.executable)']);
    const without = await mkdtemp(join(folder, 'programs-'));
    await symlink(python.trim(), join(without, 'python3'));
    const { status, text } = await verify({ programs: without });
    expect(text).toContain('a assinatura do selo e os carimbos do tempo NÃO foram conferidos');
    expect(text).not.toContain('Tudo confere.');
    expect(status).toBe(2);
    const pdf = Buffer.concat([sealed, Buffer.from(' ')]);
    expect(await verify({ pdf, programs: without })).toMatchObject({ status: 1 });
  });

  it('asks for the authority of a time stamp that leads to none above the seal', async () => {
    const other = await otherAuthority('ec-p256', 'Outra Empresa');
    const pdf = await withDocumentTimeStamp(sealed, other);
    const { status, text } = await verify({ pdf });
    expect(text).toContain('não foi conferido de quem é esse carimbo');
    // The file's own word for it: the name to ask for, and no reason to trust it.
    const sha256 = (der: Uint8Array) => createHash('sha256').update(der).digest('hex');
    const { x509, der } = other.root.certificate;
    expect(text).toMatch(/o carimbo diz ser de .*CN=Carimbo do tempo local - Outra Empresa\n/);
    expect(text).toMatch(
      /certificado mais alto .*SHA-256 [\da-f]{64}\),\n {2}emitido por .*CN=AC raiz local.* - Outra/,
    );
    expect(text).toContain('o arquivo dizer isso não prova nada');
    expect(status).toBe(2);
    const authority = x509.toString();
    const trusted = await verify({ pdf, authority });
    expect(trusted).toMatchObject({ status: 0 });
    expect(trusted.text).toContain(`- Outra Empresa (SHA-256 ${sha256(der)})`);
    expect(trusted.text).toMatch(/autoridade dada com --authority: .* - Outra Empresa/);
    expect(trusted.text).toContain('autoridade acima do certificado do selo: ');
  });

  it('gets the hash of the document by the command line that the pages print', async () => {
    const path = join(folder, 'este-arquivo.pdf');
    await writeFile(path, sealed);
    const { document } = JSON.parse(evidence.toString('utf8')) as EvidenceDocument;
    const { stdout } = await run('sh', ['-c', `head -c ${document.sizeBytes} este-arquivo.pdf | sha256sum`], {
      cwd: folder,
    });
    expect(stdout.slice(0, 64)).toBe(document.sha256);
    expect(
      createHash('sha256')
        .update(await samplePdf({ objectStreams: true }))
        .digest('hex'),
    ).toHaveLength(64);
  });
});
