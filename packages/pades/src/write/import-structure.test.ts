import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { HONEST_DOCUMENTS } from '@lacre/pades-lab/fixtures/honest-documents';
import { qpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { sameValue } from '@lacre/pades-lab/fixtures/same-value';
import { taggedDocument, taggedEvidence } from '@lacre/pades-lab/fixtures/tagged-documents';
import { describe, expect, test } from 'vitest';

import { readNumberTree } from '../pdf/document/number-tree.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfArray, PdfDict, PdfRef, type PdfValue } from '../pdf/syntax/pdf-values.ts';
import { sealPdf } from '../seal/seal-pdf.ts';
import { validatePdf } from '../validate/validate-pdf.ts';

async function sealedWith(pdf: Uint8Array, evidence: Uint8Array = taggedEvidence()): Promise<StrictPdf> {
  const { signer } = await authority();
  const file = Buffer.concat((await sealPdf({ pdf, evidence, signer, signingTime: NOW })).pdf);
  expect((await validatePdf(file, { trustedSealCertificates: [signer] })).verdict).toBe('intact');
  expect((await qpdf(file, (input) => ['--check', input])).status).toBe(0);
  const read = readPdf(file);
  read.checkAllObjects();
  return read;
}

const rootOf = (pdf: StrictPdf): PdfDict | null =>
  pdf.resolve(pdf.catalog.get('StructTreeRoot')) as PdfDict | null;
const dictAt = (pdf: StrictPdf, value: PdfValue | undefined): PdfDict => pdf.resolve(value) as PdfDict;
const itemsOf = (pdf: StrictPdf, value: PdfValue | undefined): readonly PdfValue[] => {
  const found = pdf.resolve(value);
  return found instanceof PdfArray ? found.items : value === undefined || value === null ? [] : [value];
};

function leadsBack(owner: PdfValue | undefined, element: PdfRef): void {
  if (!sameValue(owner, element)) throw new Error(`the parent tree does not lead back to ${element.num}`);
}

/** Every element below the root as `type(kids)`, having checked that each leads back to its parent. */
function outline(pdf: StrictPdf): string[] {
  const root = pdf.catalog.get('StructTreeRoot') as PdfRef;
  const parents = new Map(readNumberTree(pdf, dictAt(pdf, root).get('ParentTree')));
  const describeElement = (ref: PdfRef, parent: PdfRef): string => {
    const element = dictAt(pdf, ref);
    if (!sameValue(element.get('P'), parent)) throw new Error(`${ref.num} names another parent`);
    const parts = itemsOf(pdf, element.get('K')).map((kid) => describeKid(kid, ref, element));
    return `${(element.get('S') as { name: string }).name}(${parts.join(' ')})`;
  };
  const describeKid = (kid: PdfValue, self: PdfRef, element: PdfDict): string => {
    if (typeof kid === 'number') {
      const page = dictAt(pdf, element.get('Pg'));
      leadsBack(itemsOf(pdf, parents.get(page.get('StructParents') as number))[kid], self);
      return String(kid);
    }
    const target = dictAt(pdf, kid);
    if (isName(target.get('Type'), 'OBJR')) {
      const key = dictAt(pdf, target.get('Obj')).get('StructParent') as number;
      leadsBack(parents.get(key), self);
      return 'annotation';
    }
    if (isName(target.get('Type'), 'MCR')) {
      const form = pdf.resolve(target.get('Stm')) as { dict: PdfDict };
      leadsBack(itemsOf(pdf, parents.get(form.dict.get('StructParents') as number))[0], self);
      return 'form';
    }
    return describeElement(kid as PdfRef, self);
  };
  return itemsOf(pdf, dictAt(pdf, root).get('K')).map((kid) => describeElement(kid as PdfRef, root));
}

const EVIDENCE = 'Document(P(0) Link(1 annotation) Figure(form))';
const WITHIN = `Document(P(0) Link(1 annotation) ${EVIDENCE})`;

test('a document without structure gets that of its evidence pages, and stays marked as not tagged', async () => {
  const pdf = await sealedWith(onePage().table('/Root 1 0 R').bytes);
  expect(outline(pdf)).toEqual([EVIDENCE]);
  expect(pdf.catalog.has('MarkInfo')).toBe(false);
  expect(isName(pdf.pages[1]?.dict.get('Tabs'), 'S')).toBe(true);
  expect(pdf.pages[0]?.dict.has('StructParents')).toBe(false);
});

const NUMS = '[0 [7 0 R 8 0 R] 1 8 0 R]';
test.for<[string, Parameters<typeof taggedDocument>[0]]>([
  [
    'pairs in a tree of its own',
    { kids: '6 0 R', parentTree: '9 0 R', objects: { 9: `<< /Nums ${NUMS} >>` } },
  ],
  ['pairs in the root', { kids: '[6 0 R]', parentTree: `<< /Nums ${NUMS} >>`, root: '/ParentTreeNextKey 2' }],
  [
    'pairs in an array of their own',
    { kids: '10 0 R', parentTree: '9 0 R', objects: { 9: '<< /Nums 11 0 R >>', 10: '[6 0 R]', 11: NUMS } },
  ],
  [
    'nodes',
    {
      kids: '[6 0 R]',
      parentTree: '9 0 R',
      root: '/ParentTreeNextKey 40 /RoleMap << /Corpo /P /P /P >>',
      objects: {
        9: '<< /Kids [10 0 R 11 0 R] >>',
        10: '<< /Limits [0 0] /Nums [0 [7 0 R 8 0 R]] >>',
        11: '<< /Limits [1 1] /Nums [1 8 0 R] >>',
      },
    },
  ],
])('a tagged document with %s has its own parts first and unchanged, then the pages', async ([, form]) => {
  const original = taggedDocument(form);
  const before = readPdf(original);
  const pdf = await sealedWith(original);
  expect(outline(pdf)).toEqual([WITHIN]);
  const changed = [3, 7, 8, 12].filter((num) => !sameValue(pdf.object(num), before.object(num)));
  expect(changed).toEqual([]);
  expect(dictAt(pdf, pdf.catalog.get('MarkInfo')).get('Marked')).toBe(true);
  const [keys] = [readNumberTree(pdf, rootOf(pdf)?.get('ParentTree'))?.map(([key]) => key)];
  const first = form.root?.includes('40') ? 40 : 2;
  expect(keys).toEqual([0, 1, first, first + 1, first + 2]);
  expect(rootOf(pdf)?.get('ParentTreeNextKey')).toBe(first + 3);
});

test.for([
  [
    'several elements',
    '[6 0 R 10 0 R]',
    '<< /S /Sect /P 5 0 R >>',
    ['Document(P(0) Link(1 annotation))', 'Sect()'],
  ],
  ['no document', '[10 0 R]', '<< /S /Sect /P 5 0 R >>', ['Sect()']],
  ['no elements', '[]', 'null', []],
] as const)('to a tree of %s the pages are added at the root', async ([, kids, other, own]) => {
  const parentTree = `<< /Nums ${NUMS} >>`;
  const pdf = await sealedWith(taggedDocument({ kids, parentTree, objects: { 10: other } }));
  expect(outline(pdf)).toEqual([...own, EVIDENCE]);
});

test.for(['0', '[0]', '7 0 R', '<< /Type /MCR /Pg 3 0 R /MCID 0 >>'])(
  'a document element whose kids are %s keeps them',
  async (kids) => {
    const objects = { 10: `<< /S /Document /P 5 0 R /Pg 3 0 R /K ${kids} >>` };
    const pdf = await sealedWith(taggedDocument({ kids: '10 0 R', parentTree: '<< /Nums [] >>', objects }));
    const before = readPdf(pdf.bytes.subarray(0, pdf.revisions[0]?.end));
    const kidsOf = (file: StrictPdf) => itemsOf(file, dictAt(file, new PdfRef(10, 0)).get('K'));
    expect(sameValue(kidsOf(pdf)[0], kidsOf(before)[0])).toBe(true);
    expect(kidsOf(pdf)).toHaveLength(2);
    expect(dictAt(pdf, kidsOf(pdf)[1]).get('P')).toEqual(new PdfRef(10, 0));
  },
);

test('keys that something in the document uses, in no tree, are passed over', async () => {
  const stray = onePage(
    undefined,
    '/StructParents 6 /Annots [<< /Subtype /Link /Rect [0 0 1 1] /StructParent 17 >>]',
  );
  const pdf = await sealedWith(stray.table('/Root 1 0 R').bytes);
  expect(outline(pdf)).toEqual([EVIDENCE]);
  const keys = readNumberTree(pdf, rootOf(pdf)?.get('ParentTree'))?.map(([key]) => key);
  expect(keys).toEqual([18, 19, 20]);
});

describe('structure is left behind, and with it every key of it, when', () => {
  /** What there is of structure that was not there before. */
  const carried = async (original: Uint8Array, evidence?: Uint8Array): Promise<string[]> => {
    const before = readPdf(original);
    const pdf = await sealedWith(original, evidence);
    const page = pdf.pages.at(-1)?.dict as PdfDict;
    const [link] = itemsOf(pdf, page.get('Annots'));
    const form = dictAt(pdf, dictAt(pdf, pdf.pages.at(-1)?.resources).get('XObject')).get('F');
    const found: [string, boolean][] = [
      [
        'the catalog’s entry',
        !sameValue(pdf.catalog.get('StructTreeRoot'), before.catalog.get('StructTreeRoot')),
      ],
      ['the root', !sameValue(rootOf(pdf) ?? null, rootOf(before) ?? null)],
      ['the key of the page', page.has('StructParents')],
      ['the order of the page', page.has('Tabs')],
      ['the key of the annotation', dictAt(pdf, link).has('StructParent')],
      ['the key of the form', (pdf.resolve(form) as { dict: PdfDict }).dict.has('StructParents')],
    ];
    return found.flatMap(([what, isThere]) => (isThere ? [what] : []));
  };
  const tree = { kids: '6 0 R', parentTree: `<< /Nums ${NUMS} >>` };

  test.for<[string, Parameters<typeof taggedDocument>[0]]>([
    ['the role map makes something else of a type', { ...tree, root: '/RoleMap << /P /Figure >>' }],
    ['the parent tree is out of order', { ...tree, parentTree: '<< /Nums [1 8 0 R 0 [7 0 R 8 0 R]] >>' }],
    ['the parent tree has pairs and nodes', { ...tree, parentTree: '<< /Nums [] /Kids [] >>' }],
    [
      'the parent tree goes in circles',
      { ...tree, parentTree: '9 0 R', objects: { 9: '<< /Kids [9 0 R] >>' } },
    ],
    ['the next key is no count', { ...tree, root: '/ParentTreeNextKey (2)' }],
    ['a key is beyond counting', { ...tree, parentTree: '<< /Nums [0 [7 0 R 8 0 R] 2147483647 8 0 R] >>' }],
    ['the kids are no elements', { ...tree, kids: '7' }],
  ])('%s', async ([, form]) => {
    expect(await carried(taggedDocument(form))).toEqual([]);
  });

  test('the document says it is tagged and has no tree', async () => {
    expect(
      await carried(onePage(undefined, '', '/MarkInfo << /Marked true >>').table('/Root 1 0 R').bytes),
    ).toEqual([]);
  });

  test('a page names its key by something else than a number', async () => {
    expect(await carried(onePage(undefined, '/StructParents (0)').table('/Root 1 0 R').bytes)).toEqual([]);
  });

  test('the evidence pages say they are not tagged', async () => {
    expect(await carried(onePage().table('/Root 1 0 R').bytes, taggedEvidence({ marks: '' }))).toEqual([]);
  });

  test('the evidence pages have classes or roles', async () => {
    expect(
      await carried(onePage().table('/Root 1 0 R').bytes, taggedEvidence({ root: '/ClassMap << >>' })),
    ).toEqual([]);
  });
});

test.for(Object.keys(HONEST_DOCUMENTS).filter((name) => !name.startsWith('signed')))(
  'structure comes along into a document from %s',
  async (name) => {
    expect(outline(await sealedWith(await HONEST_DOCUMENTS[name]!()))).toEqual([EVIDENCE]);
  },
);
