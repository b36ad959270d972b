import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';

interface Evidence {
  participants: {
    name: string;
    part: string;
    atRequestOf: { name: string; cpf: string; impediment: string | null } | null;
    declaration: { by: string; version: string; textSha256: string } | null;
    claim: { class: string; rule: string } | null;
    mark: { style: string; drawing: string | null } | null;
    selection: { question: string; chosen: string[] } | null;
    methods: { kind: string }[];
    totem: string | null;
    client: { latitude?: string; longitude?: string };
  }[];
}

/** The attachment `evidence.json` of a sealed document. */
export async function evidenceOf(sealed: Uint8Array): Promise<Evidence> {
  const document = await PDFDocument.load(sealed, { updateMetadata: false });
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    if (object.dict.get(PDFName.of('Type')) !== PDFName.of('EmbeddedFile')) continue;
    const text = Buffer.from(decodePDFRawStream(object).decode()).toString('utf8');
    if (text.startsWith('{') && text.includes('"participants"')) return JSON.parse(text) as Evidence;
  }
  throw new Error('no evidence.json in the file');
}
