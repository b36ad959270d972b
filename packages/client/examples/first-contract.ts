import { readFile, writeFile } from 'node:fs/promises';

import { createClient, events, Problem } from '@lacre/client';

const { LACRE_URL, LACRE_TOKEN, COMPANY_ID = '', PERSON_ID = '' } = process.env;
const lacre = createClient({ origin: LACRE_URL, token: LACRE_TOKEN });

try {
  const file = new File([await readFile('contrato.pdf')], 'contrato.pdf');
  const { proof } = await lacre.call('uploadDocument', { file });
  const { processId, documents, position } = await lacre.call('createProcess', {
    body: {
      summary: 'Contrato de locação',
      companyId: COMPANY_ID,
      documents: [{ proof }],
      participants: [{ personId: PERSON_ID, part: 'signer' }],
    },
  });

  for await (const { type, subjects } of events(lacre, { after: position, follow: true })) {
    if (subjects.processId !== processId) continue;
    console.log(type);
    if (type === 'process.finished.v1') break;
  }

  for (const { documentId, name } of documents) {
    const sealed = await lacre.download('downloadSealed', { params: { processId, documentId } });
    await writeFile(`assinado-${name}`, await sealed.bytes());
  }
} catch (error) {
  if (error instanceof Problem) console.error(error.code, error.title, error.fields);
  throw error;
}
