import { randomUUID } from 'node:crypto';

import { readPdf } from '@lacre/pades';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ARCHIVE_BOMBS, ENDLESS_TEXTS } from '../testing/hostile-archives.ts';
import { DISARMED } from '../testing/pdfs/armed-pdfs.ts';
import { BOMBS, MAZES } from '../testing/pdfs/hostile-pdfs.ts';
import { armedWith, ONE_PAGE, rawPdf } from '../testing/pdfs/raw-pdf.ts';
import { encryptedPdf, samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { cpuMsSoFar, memoryOfChildren } from '../testing/process-usage.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { disarm } from './pdf/disarm.ts';

/** Processor time of a refusal. It takes two seconds at most on an idle machine; caches shared with others cost some. */
const CPU_MS = 10_000;
const PATIENCE_MS = 60_000;
/** What the service itself may come to hold on account of uploads, bytes. */
const SERVICE_BYTES = 512 * 1024 * 1024;
/** What a process that reads them may hold: its limit, and what it can take before the next look at it, bytes. */
const WORKER_BYTES = 1792 * 1024 * 1024;

let test: TestSigner;
let memoryBefore: number;
let memoryPeak = 0;
let workerPeak = 0;
let watch: NodeJS.Timeout;
const times: { what: string; cpuMs: number }[] = [];

beforeAll(async () => {
  test = await openTestSigner();
  expect((await upload(await samplePdf())).status).toBe(201);
  memoryBefore = process.memoryUsage.rss();
  watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
    workerPeak = Math.max(workerPeak, ...memoryOfChildren());
  }, 20);
});

afterAll(async () => {
  clearInterval(watch);
  await test.close();
  const slowest = times.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 8);
  const rows = slowest.map(({ what, cpuMs }) => `  ${cpuMs.toFixed(0)} ms: ${what}`);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  process.stdout.write(
    `${times.length} hostile files; most processor time took\n${rows.join('\n')}\n` +
      `memory: ${megabytes(memoryBefore)} before, ${megabytes(memoryPeak)} at the most; ` +
      `${megabytes(workerPeak)} in a process that reads them\n`,
  );
  expect(memoryPeak - memoryBefore).toBeLessThan(SERVICE_BYTES);
  expect(workerPeak).toBeGreaterThan(0);
  expect(workerPeak).toBeLessThan(WORKER_BYTES);
});

async function upload(file: Buffer) {
  const { headers, payload } = multipartFile(file);
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/upload',
    payload,
    headers: { ...headers, authorization: test.asUser(randomUUID()) },
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function timedUpload(what: string, file: Buffer) {
  const before = cpuMsSoFar();
  const reply = await upload(file);
  times.push({ what, cpuMs: cpuMsSoFar() - before });
  return reply;
}

const REFUSED = {
  status: expect.toSatisfy((status: number) => status >= 400 && status < 500) as number,
  body: {
    code: expect.stringMatching(/^UPLOAD_|^PDF_/) as string,
    detail: expect.stringMatching(/^O .{20,}\.$|^Envie .{20,}\.$/) as string,
  },
};

/** Mazes that qpdf finds a way out of: what is taken in is sound. */
const MENDED = [
  'a table that is its own Prev',
  'a Size of two billion',
  'a table that promises ten million objects',
  'a name tree in a circle',
  'an outline in a circle',
  'arrays 100,000 deep where the table is gone',
];

describe('refuses with a reason', () => {
  const refused = Object.entries({ ...BOMBS, ...MAZES, ...ARCHIVE_BOMBS }).filter(
    ([what]) => !MENDED.includes(what),
  );
  it.each(refused)('%s', { timeout: PATIENCE_MS }, async (what, make) => {
    expect(await timedUpload(what, make())).toMatchObject(REFUSED);
    expect(times.at(-1)?.cpuMs).toBeLessThan(CPU_MS);
  });

  it.each(Object.entries(ENDLESS_TEXTS))('%s', { timeout: PATIENCE_MS }, async (what, make) => {
    const file = make();
    expect(file.length).toBeLessThan(200_000);
    const reply = await timedUpload(what, file);
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/parágrafos e quebras de linha demais.*Divida-o/) as string },
    });
    expect(times.at(-1)?.cpuMs).toBeLessThan(CPU_MS);
  });

  const whole = armedWith({}).toString('latin1');
  it.each([
    '%PDF-1.7\n',
    '1 0 obj\n<< /Type',
    '/Kids [3 0',
    'stream\n0 0 m',
    'endstream',
    'xref\n0 5',
    '0000000000 65535',
    'trailer\n<<',
    'startxref\n',
  ])('a PDF cut off after %j', async (last) => {
    const cut = Buffer.from(whole.slice(0, whole.indexOf(last) + last.length), 'latin1');
    const reply = await timedUpload(`cut off after ${last}`, cut);
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('incompleto') as string },
    });
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a user password', () => encryptedPdf('segredo')],
    [
      'a handler of its own',
      () => Buffer.from(whole.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt << /Filter /Meu /V 9 >>')),
    ],
    [
      'a user password and no table',
      async () =>
        Buffer.from(
          (await encryptedPdf('a')).toString('latin1').replace(/startxref\n\d+/, 'startxref\n0'),
          'latin1',
        ),
    ],
  ])('a PDF encrypted with %s', async (what, make) => {
    const reply = await timedUpload(`encrypted with ${what}`, await make());
    expect(reply).toMatchObject({ status: 422, body: { code: 'PDF_ENCRYPTED' } });
  });
});

describe('accepts, without active or hidden content', () => {
  it.each(Object.entries(DISARMED))('%s', async (what, make) => {
    const { pdf, traces } = make();
    const { status, body } = await timedUpload(what, pdf);
    expect(status).toBe(201);
    const shown = await test.signer.blobs.read(body.sha256);
    expect(traces.filter((trace) => shown.includes(trace))).toEqual([]);
    expect(await disarm(readPdf(shown))).toBeUndefined();
    expect(readPdf(shown).pageCount).toBe(1);
  });

  it.each(MENDED)('%s', { timeout: PATIENCE_MS }, async (what) => {
    const make = { ...BOMBS, ...MAZES }[what];
    const { status, body } = await timedUpload(what, make?.() ?? Buffer.alloc(0));
    expect(status).toBe(201);
    const shown = readPdf(await test.signer.blobs.read(body.sha256));
    shown.checkAllObjects();
    expect(shown.pageCount).toBe(1);
    expect(await disarm(shown)).toBeUndefined();
  });
});

it('takes in forms that draw forms as honest plans do', async () => {
  const resources = (num: number) => `/Resources << /XObject << /X ${num} 0 R >> >>`;
  const form = (data: string, more = '') => ({
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${more}`,
    data: Buffer.from(data),
  });
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources(5)} /Contents 4 0 R >>`;
  const plan = rawPdf([
    ...ONE_PAGE.slice(0, 2),
    page,
    { dict: '', data: Buffer.from('/X Do '.repeat(1000)) },
    form('/X Do '.repeat(200), resources(6)),
    form('/X Do '.repeat(200), resources(7)),
    form('0 0 1 1 re f'),
  ]);
  expect((await upload(plan)).status).toBe(201);
});

it('keeps a font, a picture or a colour that is named as actions are', async () => {
  const pdf = armedWith({
    page: '/Resources << /Font << /AA 5 0 R /JS 5 0 R >> /ColorSpace << /AA [/Indexed /DeviceRGB 0 <FF00FF>] >> >>',
    objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  });
  const { status, body } = await upload(pdf);
  expect(status).toBe(201);
  const shown = (await test.signer.blobs.read(body.sha256)).toString('latin1');
  expect(shown.match(/\/AA /g)).toHaveLength(2);
  expect(shown.match(/\/JS /g)).toHaveLength(1);
});

describe('finds the objects of a PDF whose cross-reference leads astray', () => {
  it.each<[string, (pdf: string) => string]>([
    ['shifted', (pdf) => pdf.replace('%PDF-1.7\n', '%PDF-1.7\n%a\n')],
    ['after the head of a letter', (pdf) => `Content-Type: application/pdf\r\n\r\n${pdf}`],
    ['pointed at by nothing', (pdf) => pdf.replace(/startxref\n\d+/, 'startxref\n0')],
    ['without its end', (pdf) => pdf.slice(0, pdf.lastIndexOf('startxref')) + '%%EOF\n'],
  ])('%s', async (_what, spoil) => {
    for (const objectStreams of [false, true]) {
      const source = (await samplePdf({ objectStreams, pages: 3 })).toString('latin1');
      const { status, body } = await upload(Buffer.from(spoil(source), 'latin1'));
      expect({ status, pages: body.pages }).toEqual({ status: 201, pages: 3 });
    }
  });
});

it('keeps serving others while it refuses', { timeout: PATIENCE_MS * 3 }, async () => {
  const names = [
    'LZW under Flate',
    'eight streams of 200 MB',
    'parentheses within parentheses, a million deep',
    'run lengths under Flate',
  ];
  const bombs = names.map((name) => BOMBS[name]?.() ?? Buffer.alloc(0));
  const honest = await samplePdf();
  let answered = 0;
  const replies = await Promise.all([
    ...bombs.map((bomb) => upload(bomb)),
    ...[0, 1].map(async () => {
      const reply = await upload(honest);
      answered += 1;
      return reply;
    }),
    ...[0, 1, 2, 3].map(async () => {
      const reply = await test.app.inject({ method: 'GET', url: '/api/nowhere' });
      return { status: reply.statusCode, body: {} };
    }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422, 201, 201, 404, 404, 404, 404]);
  expect(answered).toBe(2);
});
