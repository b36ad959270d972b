import { serveWorker } from '../../../workers/serve-worker.ts';
import { PDF_FILTER, startLibreOffice, type Office } from './libreoffice.ts';

export interface ConversionInput {
  file: Uint8Array;
  type: 'doc' | 'docx' | 'odt';
}
/** Undefined when LibreOffice cannot read the file. */
export interface ConversionAnswer {
  pdf: Uint8Array | undefined;
}

/** The smallest document there is (ODF 1.3, part 3, 3.1.2): what every conversion loads is loaded with it. */
const BLANK =
  '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text/></office:body></office:document>';

/** A start takes 2.8 s of the processor (60 starts, 3.6 at most). */
const START_CPU_MS = 15_000;

const AS_PDF = { outputFormat: 'pdf', filterOptions: PDF_FILTER } as const;

withdrawNetwork();
let office: Office;
serveWorker(
  async ({ file, type }: ConversionInput): Promise<ConversionAnswer> => {
    try {
      const { data } = await office.convert(file, { inputFormat: type, ...AS_PDF });
      return { pdf: data };
    } catch {
      return { pdf: undefined };
    }
  },
  {
    cpuMs: START_CPU_MS,
    prepare: async () => {
      office = await startLibreOffice();
      await office.convert(Buffer.from(BLANK), { inputFormat: 'fodt', ...AS_PDF });
    },
  },
);

/** LibreOffice could name any global of this process (Embind): none of them leads out, nor to Node's own modules. */
function withdrawNetwork(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(process, 'getBuiltinModule');
}
