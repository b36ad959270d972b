import { attacks, type Attack } from './attack.ts';
import { RawUpdate } from './raw-update.ts';
import type { SealedFile } from './sealed-bases.ts';

const OTHER_TEXT = 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 900.000,00.) Tj ET';

/** An update of one edit, complete in its cross-reference and end. */
function updated(base: SealedFile, edit: (update: RawUpdate) => unknown): Buffer {
  const update = new RawUpdate(base.file);
  edit(update);
  return update.finish();
}

function withOtherContent(base: SealedFile): RawUpdate {
  return new RawUpdate(base.file).stream(base.roles.content.num, OTHER_TEXT);
}

/** A copy of the seal's dictionary, with the very same Contents and ByteRange. */
function copyOfSeal({ pdf, signatureNum }: SealedFile): Uint8Array {
  const object = pdf.indirectObject(signatureNum);
  if (!object) throw new Error('no seal');
  const text = pdf.bytes.subarray(object.start, object.end);
  const body = Buffer.from(text).toString('latin1');
  return Buffer.from(body.slice(body.indexOf('<<'), body.lastIndexOf('endobj')), 'latin1');
}

/** Incremental saving: the published variants, with and without a part that readers do without. */
const VARIANTS: readonly Attack[] = attacks('incremental saving', {
  'page content replaced': ({ table }) => withOtherContent(table).finish(),
  'page content replaced, object streams': ({ stream }) => withOtherContent(stream).finish(),
  'page content replaced after an archive time stamp': ({ archived }) => withOtherContent(archived).finish(),
  'page content replaced after an archive time stamp, object streams': ({ archivedStream }) =>
    withOtherContent(archivedStream).finish(),
  'no cross-reference and no trailer': ({ table }) => withOtherContent(table).bytes,
  'no cross-reference and no trailer, after an archive time stamp': ({ archived }) =>
    withOtherContent(archived).bytes,
  'trailer without a cross-reference': ({ table }) => {
    const update = withOtherContent(table);
    return update.raw(`trailer\n<< /Size ${update.size} /Root 1 0 R >>\n`).end(update.previous);
  },
  'cross-reference without a trailer': ({ table }) => {
    const update = withOtherContent(table);
    const start = update.length;
    const { num } = table.roles.content;
    return update.raw(`xref\n${num} 1\n${String(table.file.length).padStart(10, '0')} 00000 n \n`).end(start);
  },
  'an end that names the old cross-reference': ({ table }) => {
    const update = withOtherContent(table);
    return update.end(update.previous);
  },
  'an end without a number': ({ table }) => withOtherContent(table).raw('startxref\n%%EOF\n').bytes,
  'a startxref without an end': ({ table }) => {
    const update = withOtherContent(table);
    return update.raw(`startxref\n${update.table()}\n`).bytes;
  },
  'a copy of the signature brought along': ({ table }) =>
    updated(table, (update) =>
      update.stream(table.roles.content.num, OTHER_TEXT).object(table.signatureNum, copyOfSeal(table)),
    ),
  'a copy of the signature, without a cross-reference': ({ table }) =>
    withOtherContent(table).object(table.signatureNum, copyOfSeal(table)).bytes,
  'a copy of the signature under a new field': ({ table }) =>
    updated(table, (update) => {
      const copy = update.fresh();
      update.object(copy, copyOfSeal(table)).edit({ num: table.fieldNum, gen: 0 }, { V: `${copy} 0 R` });
      update.stream(table.roles.content.num, OTHER_TEXT);
    }),
  'an overlapping table, the object listed twice': ({ table }) => {
    const update = withOtherContent(table);
    const { num } = table.roles.content;
    const line = (offset: number): string => `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    const start = update.length;
    const old = table.pdf.indirectObject(num)?.start ?? 0;
    return update
      .raw(`xref\n${line(old)}${line(table.file.length)}`)
      .raw(`trailer\n<< /Size ${update.size} /Root 1 0 R /Prev ${update.previous} >>\n`)
      .end(start);
  },
  'an empty update': ({ table }) => new RawUpdate(table.file).finish(),
  'an empty update after an archive time stamp': ({ archived }) => new RawUpdate(archived.file).finish(),
  'an object nothing refers to': ({ table }) =>
    updated(table, (update) => update.object(update.fresh(), '(nothing)')),
  'replaced, and put back by a second update': ({ table }) => {
    const once = withOtherContent(table).finish();
    const again = new RawUpdate(once);
    const original = table.pdf.indirectObject(table.roles.content.num);
    return again.list(table.roles.content.num, { offset: original?.start ?? 0, gen: 0 }).finish();
  },
  'a Prev that skips the sealed revision': ({ table }) =>
    withOtherContent(table).finish({ Prev: String(table.pdf.revisions[0]?.startxref) }),
  'no Prev at all': ({ table }) => withOtherContent(table).finish({ Prev: undefined }),
  'a cross-reference stream after a table': ({ table }) => {
    const update = withOtherContent(table);
    return update.end(update.crossReferenceStream());
  },
  'a table after a cross-reference stream': ({ stream }) => {
    const update = withOtherContent(stream);
    return update.end(update.table());
  },
  'a page freed': ({ table }) =>
    updated(table, (update) => update.list(table.roles.secondPage.num, { free: true, gen: 1 })),
  'an object freed and used again in a higher generation': ({ table }) =>
    updated(table, (update) => {
      update.stream(table.roles.content.num, OTHER_TEXT);
      update.list(table.roles.content.num, { offset: table.file.length, gen: 1 });
    }),
});

/** The same thing to the reader, other things to the document. */
const TARGETS: readonly Attack[] = attacks('incremental saving', {
  'another catalog named in the trailer': ({ table }) => {
    const update = new RawUpdate(table.file);
    const copy = update.fresh();
    update.object(copy, '<< /Type /Catalog /Pages 2 0 R >>');
    return update.finish({ Root: `${copy} 0 R` });
  },
  'another page tree': ({ table }) =>
    updated(table, (update) => {
      const [tree, page, content] = [update.fresh(), update.fresh(), update.fresh()];
      update.object(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
      update.object(
        page,
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R >>`,
      );
      update.stream(content, OTHER_TEXT).edit(table.roles.catalog, { Pages: `${tree} 0 R` });
    }),
  'a page taken out': ({ table }) =>
    updated(table, (update) =>
      update.edit(table.roles.pages, { Kids: `[${table.roles.page.num} 0 R]`, Count: '1' }),
    ),
  'pages in another order': ({ table }) =>
    updated(table, (update) => {
      const { page, secondPage, pages } = table.roles;
      const evidence = table.pdf.pages[2]?.ref.num;
      update.edit(pages, { Kids: `[${secondPage.num} 0 R ${page.num} 0 R ${evidence} 0 R]` });
    }),
  'the evidence page taken out': ({ table }) =>
    updated(table, (update) => {
      const { page, secondPage, pages } = table.roles;
      update.edit(pages, { Kids: `[${page.num} 0 R ${secondPage.num} 0 R]`, Count: '2' });
    }),
  'the evidence page redrawn': ({ table }) =>
    updated(table, (update) => {
      const content = update.fresh();
      const page = table.pdf.pages[2];
      if (page) update.stream(content, OTHER_TEXT).edit(page.ref, { Contents: `${content} 0 R` });
    }),
  'a page turned': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.page, { Rotate: '180' })),
  'a page cropped to hide its text': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.page, { CropBox: '[0 0 595 100]' })),
  'an inherited MediaBox moved': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.pages, { MediaBox: '[0 -800 595 42]' })),
  'a UserUnit that makes pages unreadable': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.page, { UserUnit: '0.01' })),
  'text added to the page by a second content stream': ({ table }) =>
    updated(table, (update) => {
      const content = update.fresh();
      update.stream(content, 'BT /F1 18 Tf 60 650 Td (Mais uma clausula) Tj ET');
      update.edit(table.roles.page, { Contents: `[${table.roles.content.num} 0 R ${content} 0 R]` });
    }),
  'the form taken out of the catalog': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.catalog, { AcroForm: undefined })),
  'the seal taken out of the form': ({ table }) =>
    updated(table, (update) =>
      update.edit(table.roles.form, {
        Fields: `[${table.roles.field.num} 0 R ${table.roles.emptySignature.num} 0 R]`,
      }),
    ),
  'appearances to be made anew': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.form, { NeedAppearances: 'true' })),
  'an XFA form added': ({ table }) =>
    updated(table, (update) => {
      const packet = update.fresh();
      update.stream(packet, '<xdp/>').edit(table.roles.form, { XFA: `${packet} 0 R` });
    }),
  'an action when the file is opened': ({ table }) =>
    updated(table, (update) =>
      update.edit(table.roles.catalog, { OpenAction: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    ),
  'JavaScript among the names': ({ table }) =>
    updated(table, (update) => {
      const names = '<< /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>';
      update.edit(table.roles.catalog, { Names: names });
    }),
  'an attachment replaced': ({ table }) =>
    updated(table, (update) =>
      update.stream(table.roles.attachment.num, 'Outro anexo', '/Type /EmbeddedFile'),
    ),
  'the evidence attachment replaced': ({ table }) =>
    updated(table, (update) => {
      const num = [...table.pdf.objectNumbers()].find((each) => {
        const object = table.pdf.indirectObject(each);
        return object && table.file.toString('latin1', object.start, object.end).includes('/ModDate');
      });
      if (num === undefined) throw new Error('no evidence');
      update.stream(num, '{"a":2}', '/Type /EmbeddedFile');
    }),
  'metadata replaced': ({ table }) =>
    updated(table, (update) => update.stream(table.roles.metadata.num, '<outro/>', '/Type /Metadata')),
  'the title changed': ({ table }) =>
    updated(table, (update) => update.edit({ num: 14, gen: 0 }, { Title: '(Distrato)' })),
  'optional content that hides a page': ({ table }) =>
    updated(table, (update) => {
      const group = update.fresh();
      update.object(group, '<< /Type /OCG /Name (x) >>');
      const config = `<< /OCGs [${group} 0 R] /D << /OFF [${group} 0 R] >> >>`;
      update.edit(table.roles.catalog, { OCProperties: config });
    }),
  'a page label, an outline, a destination': ({ table }) =>
    updated(table, (update) =>
      update.edit(table.roles.catalog, { PageLabels: '<< /Nums [0 << /P (Anexo ) >>] >>' }),
    ),
  'extensions that are no extensions': ({ table }) =>
    updated(table, (update) => {
      const stream = update.fresh();
      update.stream(stream, OTHER_TEXT).edit(table.roles.catalog, { Extensions: `<< /X ${stream} 0 R >>` });
    }),
  'another version of PDF': ({ table }) =>
    updated(table, (update) => update.edit(table.roles.catalog, { Version: '/1.0' })),
  'permissions of the catalog': ({ table }) =>
    updated(table, (update) =>
      update.edit(table.roles.catalog, { Perms: `<< /DocMDP ${table.signatureNum} 0 R >>` }),
    ),
  'encryption that changes nothing': ({ table }) =>
    new RawUpdate(table.file).finish({
      Encrypt: '<< /Filter /Standard /V 4 /R 4 /StmF /Identity /StrF /Identity /O <00> /U <00> /P -4 >>',
    }),
  'the permission of the seal widened': ({ table }) =>
    updated(table, (update) => {
      const wider = Buffer.from(copyOfSeal(table)).toString('latin1').replace('/P 2 ', '/P 3 ');
      update.object(table.signatureNum, wider);
    }),
  'the name of the seal changed': ({ table }) =>
    updated(table, (update) => update.edit({ num: table.fieldNum, gen: 0 }, { T: '(Outro)' })),
  'the seal made visible': ({ table }) =>
    updated(table, (update) => update.edit({ num: table.fieldNum, gen: 0 }, { Rect: '[0 0 595 842]' })),
});

export const INCREMENTAL_SAVING: readonly Attack[] = [...VARIANTS, ...TARGETS];
