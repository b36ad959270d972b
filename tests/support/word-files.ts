import { docxFile, p, section } from '@lacre/signer/testing/office/samples/docx-file';

/** A Word document for a file field, its header `Contrato nº {{numero}}`. */
export const wordFile = (name: string, document: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: docxFile({
    document: document + section('<w:headerReference w:type="default" r:id="header1"/>'),
    header1: p('Contrato nº {{numero}}'),
  }),
});
