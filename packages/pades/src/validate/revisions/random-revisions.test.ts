import { isDeepStrictEqual } from 'node:util';

import { stampedWith } from '@lacre/pades-lab/attacks/forgery/long-term-forgery';
import { type Bases, sealedBases, type SealedFile } from '@lacre/pades-lab/attacks/sealed-bases';
import { revised, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { valuesByReader } from '@lacre/pades-lab/fixtures/reader-comparison';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { readPdf, type StrictPdf } from '../../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../../pdf/syntax/pdf-syntax-error.ts';
import { PdfDict, PdfRef, PdfStream } from '../../pdf/syntax/pdf-values.ts';
import { editedDict, source } from '../../write/pdf-source.ts';
import type { RevisionWriter } from '../../write/revision-writer.ts';
import { validatePdf } from '../validate-pdf.ts';
import type { Validation, Verdict } from '../verdict.ts';

/** PADES_SEED repeats a run; PADES_RUNS makes it longer. */
const seed = Number(process.env['PADES_SEED'] ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env['PADES_RUNS'] ?? 250);
console.info(`random revisions: PADES_SEED=${seed} PADES_RUNS=${numRuns}`);

let bases: Bases;
beforeAll(async () => {
  bases = await sealedBases();
});

const BASES = ['table', 'stream', 'longTerm', 'archived', 'archivedStream'] as const;
/** What covers the change: nothing, a stranger's valid signature, or a time stamp of our own authority. */
const COVERS = ['nobody', 'a stranger', 'our time stamps'] as const;

const KEYS = (
  'Type Subtype Pages Kids Count Parent MediaBox CropBox Rotate Contents Resources Annots AcroForm Fields FT T V AP N Rect ' +
  'F P DA DR SigFlags NeedAppearances XFA Names OpenAction AA A S JS Metadata Extensions DSS Certs OCSPs CRLs VRI Version ' +
  'OCProperties Perms Filter Length Font XObject BaseFont Encoding Title Producer ModDate Lock Reference ByteRange'
).split(' ');
const VALUES = [
  '0', '1', '-1', '3', '180', 'true', 'null', '/Page', '/Widget', '/Sig', '/JavaScript', '/1.7', '(x)', '<00>', '[]', '<< >>',
  '[0 0 9 9]', '<< /S /JavaScript /JS (1) >>', '<< /ESIC << /BaseVersion /1.7 /ExtensionLevel 2 >> >>', '1 0 R', '2 0 R',
  '3 0 R', '4 0 R', '5 0 R', '6 0 R', '7 0 R', '10 0 R', '11 0 R', '13 0 R', '19 0 R', '20 0 R', '25 0 R', '30 0 R',
]; // prettier-ignore

const edits = fc.array(
  fc.record({
    target: fc.nat(),
    kind: fc.constantFrom('edit', 'edit', 'edit', 'replace', 'add', 'swap'),
    key: fc.constantFrom(...KEYS),
    value: fc.constantFrom(...VALUES),
  }),
  { minLength: 1, maxLength: 3 },
);
type Edit = typeof edits extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

/** Does something to some object of the document, whatever it is. */
function apply(writer: RevisionWriter, pdf: StrictPdf, { target, kind, key, value }: Edit): void {
  const numbers = [...pdf.objectNumbers()].toSorted((a, b) => a - b);
  const num = numbers[target % numbers.length] ?? 1;
  const object = pdf.object(num);
  const ref = new PdfRef(num, 0);
  if (kind === 'add') writer.add(`<< /${key} ${value} >>`);
  else if (kind === 'replace') writer.write(ref, value);
  else if (kind === 'swap') {
    const other = pdf.indirectObject(numbers[(target * 7 + 3) % numbers.length] ?? 1);
    if (other) writer.write(ref, bodyOf(pdf, other.start, other.end));
  } else if (object instanceof PdfDict) writer.write(ref, editedDict(object, new Map([[key, value]])));
  else if (object instanceof PdfStream) {
    writer.write(
      ref,
      source(editedDict(object.dict, new Map([[key, value]])), '\nstream\n', object.data, '\nendstream'),
    );
  } else writer.write(ref, value);
}

function bodyOf(pdf: StrictPdf, start: number, end: number): Buffer {
  const text = Buffer.from(pdf.bytes.subarray(start, end)).toString('latin1');
  return Buffer.from(text.slice(text.indexOf('obj') + 3, text.lastIndexOf('endobj')), 'latin1');
}

async function covered(
  base: SealedFile,
  cover: (typeof COVERS)[number],
  all: readonly Edit[],
): Promise<Buffer> {
  const edit = (writer: RevisionWriter, pdf: StrictPdf): void =>
    all.forEach((each) => apply(writer, pdf, each));
  if (cover === 'nobody') return revised(base.file, edit);
  if (cover === 'a stranger') return signedLater(base.file, { edit });
  return stampedWith(base, bases.owner, { edit });
}

/** What the sealed document is to a reader: every object, without the places where time stamps are entered. */
function sealedPart(pdf: StrictPdf, numbers: readonly string[], base: SealedFile): unknown {
  const values = valuesByReader(pdf);
  const pages = new Set(base.pdf.pages.map(({ ref }) => ref.num));
  return numbers.map((key) => {
    const num = Number(key.split(' ')[0]);
    const places =
      num === base.roles.catalog.num
        ? ['/AcroForm', '/DSS', '/Extensions']
        : pages.has(num)
          ? ['/Annots']
          : num === base.roles.form.num
            ? ['/Fields', '/SigFlags']
            : num === infoOf(base.pdf)
              ? ['/ModDate', '/Producer']
              : [];
    const value = values[key];
    if (places.length === 0 || value === null || typeof value !== 'object') return value ?? null;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !places.includes(name)));
  });
}

function infoOf({ trailer }: StrictPdf): number | undefined {
  const info = trailer.get('Info');
  return info instanceof PdfRef ? info.num : undefined;
}

/** Verdicts that say that nothing of the document was changed. */
const UNCHANGED: ReadonlySet<Verdict> = new Set(['intact', 'augmented-by-others', 'later-signature']);

/** What is wrong with a verdict; undefined when nothing is. */
function problemOf(
  { verdict, sealedBytes }: Validation,
  file: Uint8Array,
  base: SealedFile,
  cover: (typeof COVERS)[number],
): string | undefined {
  if (verdict === 'altered-after-sealing' && sealedBytes !== base.file.length)
    return `genuine to ${sealedBytes}`;
  if (!UNCHANGED.has(verdict)) return undefined;
  const numbers = Object.keys(valuesByReader(base.pdf)).filter((key) => !isStore(base, key));
  const [now, then] = [readPdf(file), base.pdf];
  const same = isDeepStrictEqual(sealedPart(now, numbers, base), sealedPart(then, numbers, base));
  if (!same || now.pageCount !== then.pageCount) return `${verdict}, and changed`;
  return cover === 'nobody' && verdict === 'intact' ? 'intact without a signature' : undefined;
}

test(
  'whatever a revision does to the document, no cover makes it pass',
  async () => {
    let [passed, caught] = [0, 0];
    const property = fc.asyncProperty(
      fc.constantFrom(...BASES),
      fc.constantFrom(...COVERS),
      edits,
      async (name, cover, all) => {
        const base = bases[name];
        let file: Buffer;
        try {
          file = await covered(base, cover, all);
        } catch (error) {
          // Two edits of one object, or one that our own writer cannot read after.
          if (!(error instanceof PdfSyntaxError)) throw error;
          return;
        }
        const validation = await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] });
        if (UNCHANGED.has(validation.verdict)) passed += 1;
        else caught += 1;
        expect(problemOf(validation, file, base, cover)).toBeUndefined();
      },
    );
    await fc.assert(property, { seed, numRuns });
    expect(caught).toBeGreaterThan(numRuns / 3);
    expect(passed + caught).toBeGreaterThan(numRuns / 2);
  },
  60_000 + numRuns * 100,
);

/** The store may grow; what it must not lose is asked for where it is judged. */
function isStore({ pdf }: SealedFile, key: string): boolean {
  const store = pdf.catalog.get('DSS');
  return store instanceof PdfRef && key === `${store.num} ${store.gen}`;
}
