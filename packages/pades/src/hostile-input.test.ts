import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { HONEST_DOCUMENTS, pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { sealedAt } from '@lacre/pades-lab/fixtures/long-term-pieces';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { DerError } from './cms/der.ts';
import { parseSignedData } from './cms/parse-signed-data.ts';
import { readAttachments } from './pdf/document/attachments.ts';
import { readPdf } from './pdf/strict-pdf.ts';
import { PdfSyntaxError } from './pdf/syntax/pdf-syntax-error.ts';
import { sealPdf } from './seal/seal-pdf.ts';
import { SealRefusedError } from './seal/seal-refused-error.ts';
import { validatePdf } from './validate/validate-pdf.ts';
import type { Verdict } from './validate/verdict.ts';

/** PADES_SEED repeats a run; PADES_RUNS makes it longer. */
const seed = Number(process.env['PADES_SEED'] ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env['PADES_RUNS'] ?? 600);
const settings = { seed, numRuns };
const timeoutMs = 60_000 + numRuns * 20;
console.info(`hostile input: PADES_SEED=${seed} PADES_RUNS=${numRuns}`);

const files: Buffer[] = [];
const honest: Buffer[] = [];
let later: Buffer;

beforeAll(async () => {
  const attachments = [{ name: 'a.json', mediaType: 'application/json', bytes: Buffer.from('{"a":1}') }];
  for (const [keyType, pdf] of [
    ['rsa-2048', onePage().table('/Root 1 0 R').bytes],
    ['ec-p256', await pdfLibDocument(true)],
  ] as const) {
    const { signer } = await authority(keyType);
    files.push(
      Buffer.concat((await sealPdf({ pdf, signer, signingTime: NOW, attachments, reserveBytes: 4200 })).pdf),
    );
  }
  const longTerm = await authority('ec-p256');
  for (const level of ['B-LT', 'B-LTA'] as const) {
    const pdf = await pdfLibDocument(level === 'B-LT');
    files.push(await sealedAt(level, pdf, { reserveBytes: 8192 }, longTerm));
  }
  later = await signedLater(files[0] as Buffer);
  for (const make of Object.values(HONEST_DOCUMENTS)) honest.push(Buffer.from(await make()));
});

async function verdictOf(bytes: Uint8Array): Promise<Verdict> {
  const trusted = [(await authority('rsa-2048')).signer, (await authority('ec-p256')).signer];
  return (await validatePdf(bytes, { trustedSealCertificates: trusted })).verdict;
}

const whichFile = fc.nat({ max: 3 });

test('the files are intact before anything is done to them', async () => {
  expect(await Promise.all(files.map(verdictOf))).toEqual(['intact', 'intact', 'intact', 'intact']);
  expect(await verdictOf(later)).toBe('later-signature');
});

test('no changed byte leaves a file intact', async () => {
  const property = fc.asyncProperty(
    whichFile,
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
    async (which, at, mask) => {
      const changed = Buffer.from(files[which] as Buffer);
      const index = at % changed.length;
      changed[index] = (changed[index] as number) ^ mask;
      expect(await verdictOf(changed)).not.toBe('intact');
    },
  );
  await fc.assert(property, settings);
});

test(
  'every position, by one bit: no change leaves a file intact',
  async () => {
    const file = files[1] as Buffer;
    const changed = Buffer.from(file);
    // Each run of the suite looks at another fifth; PADES_RUNS over the default looks at all.
    const step = numRuns > 600 ? 1 : 5;
    for (let index = seed % step; index < file.length; index += step) {
      changed[index] = (file[index] as number) ^ (1 << ((index + seed) % 8));
      expect.soft(await verdictOf(changed), `bit of byte ${index}`).not.toBe('intact');
      changed[index] = file[index] as number;
    }
  },
  timeoutMs,
);

test('no truncation leaves a file intact', async () => {
  const property = fc.asyncProperty(whichFile, fc.nat(), async (which, at) => {
    const file = files[which] as Buffer;
    const length = at % file.length;
    // What was the whole file once still is one, at the level it had then.
    fc.pre(!readPdf(file).revisions.some(({ end }) => end === length));
    expect(await verdictOf(file.subarray(0, length))).not.toBe('intact');
  });
  await fc.assert(property, settings);
});

test('nothing appended leaves a file intact, and the genuine part is always reported', async () => {
  const trusted = [(await authority('rsa-2048')).signer, (await authority('ec-p256')).signer];
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 40 }),
    fc
      .constantFrom('\n', '%%EOF\n', '\nstartxref\n9\n%%EOF\n', '1 0 obj\n<<>>\nendobj\n')
      .map((text) => Buffer.from(text)),
  );
  const property = fc.asyncProperty(
    whichFile,
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    async (which, pieces) => {
      const file = files[which] as Buffer;
      const validation = await validatePdf(Buffer.concat([file, ...pieces]), {
        trustedSealCertificates: trusted,
      });
      // One end of line alone is named, and alters nothing.
      const isEndOfLine = /^(?:\r\n?|\n)$/.test(Buffer.concat(pieces).toString('latin1'));
      const verdict = isEndOfLine ? 'augmented-by-others' : 'altered-after-sealing';
      expect(validation).toMatchObject({ verdict, sealedBytes: file.length });
    },
  );
  await fc.assert(property, { seed, numRuns: Math.min(numRuns, 500) });
});

test('no changed byte of a later signature’s file makes it intact', async () => {
  const property = fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
    const changed = Buffer.from(later);
    const index = at % changed.length;
    changed[index] = (changed[index] as number) ^ mask;
    expect(await verdictOf(changed)).not.toBe('intact');
  });
  await fc.assert(property, { seed, numRuns: Math.min(numRuns, 500) });
});

/** Ways to damage a file that keep most of it readable, so that the damage gets deep. */
function damaged(file: Buffer, edits: readonly (readonly [number, number, number])[]): Buffer {
  let bytes = Buffer.from(file);
  for (const [kind, at, value] of edits) {
    const index = at % bytes.length;
    if (kind === 0) bytes[index] = value;
    else if (kind === 1)
      bytes = Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + (value % 30))]);
    else if (kind === 2)
      bytes = Buffer.concat([bytes.subarray(0, index + (value % 30)), bytes.subarray(index)]);
    else changeDigit(bytes, index, value);
  }
  return bytes;
}

/** Numbers are what a file hangs together by: changes the next digit after `from`. */
function changeDigit(bytes: Buffer, from: number, value: number): void {
  for (let index = from; index < bytes.length; index += 1) {
    const code = bytes[index] as number;
    if (code >= 0x30 && code <= 0x39) {
      bytes[index] = 0x30 + (value % 10);
      return;
    }
  }
}

const damage = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat(), fc.nat({ max: 255 })), {
  minLength: 1,
  maxLength: 6,
});

/** What `work` throws beyond the one kind of error it may throw. */
function escaping(work: () => unknown, allowed: new (...parts: never[]) => Error): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof allowed ? undefined : error;
  }
  return undefined;
}

function readEverything(bytes: Uint8Array): unknown {
  const pdf = readPdf(bytes, { maxInflatedBytes: 4_000_000 });
  pdf.checkAllObjects();
  return [pdf.pages, pdf.form, pdf.activeContent, readAttachments(pdf)];
}

test(
  'the reader throws PdfSyntaxError or nothing, and never hangs',
  () => {
    const property = fc.property(fc.nat(), damage, (which, edits) => {
      const bytes = damaged(honest[which % honest.length] as Buffer, edits);
      const began = process.cpuUsage();
      expect(escaping(() => readEverything(bytes), PdfSyntaxError)).toBeUndefined();
      expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
    });
    fc.assert(property, settings);
  },
  timeoutMs,
);

/** Keys that the reader follows, so that nonsense stands where sense is looked for. */
const KEYS = fc.constantFrom(
  ...(
    'Type Pages Kids Count Parent MediaBox CropBox Rotate UserUnit Annots AcroForm Fields FT T V Lock P Reference ' +
    'TransformMethod TransformParams Perms DocMDP Names EmbeddedFiles EF F UF AF OpenAction AA S JS N First Length ' +
    'Filter DecodeParms SigFlags Resources'
  ).split(' '),
);
const LEAVES = fc.constantFrom(
  ...(
    '0 1 -1 90 1.5 null true /Page /Pages /Catalog /Sig /ObjStm /FlateDecode (x) <00ff> <feff0041> [] << >> ' +
    '[0_0_9_9] 0_0_R 1_0_R 2_0_R 3_0_R 4_0_R 5_0_R 6_0_R 7_0_R 8_0_R 9_0_R'
  )
    .replace('<< >>', '<<_>>')
    .split(' ')
    .map((leaf) => leaf.replaceAll('_', ' ')),
);
const { value: nonsense } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    { weight: 4, arbitrary: LEAVES },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ')}]`) },
    { weight: 4, arbitrary: fc.dictionary(KEYS, tie('value'), { maxKeys: 6 }).map((keys) => dictOf(keys)) },
  ),
}));

function dictOf(keys: Readonly<Record<string, string>>): string {
  return `<< ${Object.entries(keys)
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ')} >>`;
}

test(
  'a well-formed file full of nonsense is read, sealed or refused, and never breaks anything',
  async () => {
    const { signer } = await authority('ec-p256');
    const keys = fc.dictionary(KEYS, nonsense, { maxKeys: 4 });
    const others = fc.array(fc.tuple(nonsense, fc.boolean()), { maxLength: 6 });
    let sealedCount = 0;
    const property = fc.asyncProperty(keys, keys, others, async (catalog, page, bodies) => {
      const pdf = new HandWrittenPdf()
        .object(1, dictOf({ Pages: '2 0 R', ...catalog, Type: '/Catalog' }))
        .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9 9] >>');
      const { Kids: _, ...leaf } = page;
      pdf.object(3, dictOf({ ...leaf, Type: '/Page', Parent: '2 0 R' }));
      for (const [index, [body, isStream]] of bodies.entries()) {
        pdf.object(index + 4, isStream ? `<< /Length 3 /Extra ${body} >>\nstream\nabc\nendstream` : body);
      }
      const { bytes } = pdf.table('/Root 1 0 R');
      expect(escaping(() => readEverything(bytes), PdfSyntaxError)).toBeUndefined();
      expect(await verdictOf(bytes)).toMatch(/^(?:not-sealed-by-us|unreadable)$/);
      const sealed = await sealPdf({ pdf: bytes, signer, signingTime: NOW, reserveBytes: 4200 }).catch(
        refusal,
      );
      if (!sealed) return;
      sealedCount += 1;
      expect(await verdictOf(Buffer.concat(sealed.pdf))).toBe('intact');
    });
    await fc.assert(property, settings);
    expect(sealedCount).toBeGreaterThan(numRuns / 20);
  },
  timeoutMs,
);

/** The two ways in which sealing may end other than well. */
function refusal(error: unknown): undefined {
  if (!(error instanceof PdfSyntaxError || error instanceof SealRefusedError)) throw error;
}

test(
  'the validator throws nothing, whatever it is given',
  async () => {
    const property = fc.asyncProperty(fc.nat(), damage, async (which, edits) => {
      const all = [...files, later];
      expect(await verdictOf(damaged(all[which % all.length] as Buffer, edits))).toBeTypeOf('string');
    });
    await fc.assert(property, settings);
  },
  timeoutMs,
);

test('the CMS parser throws DerError or nothing', () => {
  const file = files[0] as Buffer;
  const start = file.indexOf('/Contents <') + 11;
  const cms = Buffer.from(file.toString('latin1', start, start + 8400).replace(/(?:00)*>?$/, ''), 'hex');
  const property = fc.property(damage, (edits) => {
    expect(escaping(() => parseSignedData(damaged(cms, edits)), DerError)).toBeUndefined();
  });
  fc.assert(property, settings);
});
