import { randomUUID } from 'node:crypto';

import { MAX_PROCESS_DRAFTS, MAX_PROCESS_VIEWS } from '@lacre/contracts';
import { encryptedPdf, restrictedPdf, signedByOthers } from '@lacre/signer/testing';

import { draftContent } from '../support/draft.ts';
import { samplePdf } from '../support/pdfs.ts';
import { openAccount, uploadProof } from '../support/scenario.ts';
import { when, type Provocations } from './provocation.ts';
import { CREDITS } from './stage.ts';

/** Longer than a creation takes. */
const SOON_MS = 5000;
const file = (bytes: Uint8Array, fileName: string, fields: Record<string, string> = {}) => ({
  file: new Blob([new Uint8Array(bytes)]),
  fileName,
  fields,
});
/** As far as a compound file (MS-CFB) is looked at before it is converted: a Word document. */
const wordFile = () =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2048),
    Buffer.from('WordDocument', 'utf16le'),
  ]);

const signing = ({ personId }: { personId: string }) => ({ personId, part: 'signer' });
const atRequestOf = ({ personId }: { personId: string }) => ({
  personId,
  impediment: 'cannot-read-or-write',
});

/** Documents, processes, credits and downloads. */
export const PROCESS_CODES: Provocations = {
  UPLOAD_NOT_ALLOWED_FILES: when(
    'uploadDocument',
    'the file is neither a PDF nor an office document',
    ({ account }, send) => send(account.api, file(Buffer.from('GIF89a'), 'foto.pdf')),
  ),
  UPLOAD_CONVERSOR_SERVICE_ERROR: when(
    'uploadDocument',
    'the converter of office documents does not answer',
    ({ account, outside }, send) =>
      outside.answering(503, () => send(account.api, file(wordFile(), 'contrato.doc'))),
  ),
  UPLOAD_HANDLE_FILES_ERROR: when(
    'uploadDocument',
    'the PDF was signed by others and is not sound',
    async ({ account }, send) =>
      send(
        account.api,
        file(Buffer.concat([await signedByOthers(), Buffer.from('lixo\n%%EOF\n')]), 'assinado.pdf'),
      ),
  ),
  NO_FILES_UPLOADED: when('uploadDocument', 'the file is empty', ({ account }, send) =>
    send(account.api, file(new Uint8Array(), 'vazio.pdf')),
  ),
  UPLOAD_TOO_LARGE: when('uploadDocument', 'the file is larger than 32 MB', ({ account }, send) =>
    send(account.api, file(Buffer.alloc(33 * 1024 * 1024, 7), 'grande.pdf')),
  ),
  PDF_READ_ERROR: when('uploadDocument', 'the PDF is cut short', async ({ account }, send) =>
    send(account.api, file((await samplePdf()).subarray(0, -200), 'cortado.pdf')),
  ),
  PDF_ENCRYPTED: when('uploadDocument', 'the PDF has a password', async ({ account }, send) =>
    send(account.api, file(await encryptedPdf('segredo'), 'protegido.pdf')),
  ),
  PDF_RESTRICTED: when(
    'uploadDocument',
    'the PDF opens without a password, and its author allows neither printing nor changes',
    async ({ account }, send) => send(account.api, file(await restrictedPdf(), 'restrito.pdf')),
  ),
  PDF_PASSWORD_WRONG: when(
    'uploadDocument',
    'the password given does not open the PDF',
    async ({ account }, send) =>
      send(account.api, file(await encryptedPdf('segredo'), 'protegido.pdf', { password: 'outra' })),
  ),
  UPLOAD_PROOF_INVALID: when(
    'createProcess',
    'the proof is none of this platform',
    async ({ account, processBody, person }, send) =>
      send(account.api, { body: { ...processBody(await person()), documents: [{ proof: 'nenhuma' }] } }),
  ),
  DOCUMENT_NAME_ALREADY_USED: when(
    'createProcess',
    'two documents have one name',
    async ({ account, proof, processBody, person }, send) =>
      send(account.api, { body: { ...processBody(await person()), documents: [{ proof }, { proof }] } }),
  ),
  NO_SIGNERS_PROVIDED: when('createProcess', 'no one is asked to sign', ({ account, processBody }, send) =>
    send(account.api, { body: processBody() }),
  ),
  CPF_DUPLICITY: when(
    'createProcess',
    'a person is named twice',
    async ({ account, processBody, person }, send) => {
      const one = await person();
      return send(account.api, { body: processBody(one, one) });
    },
  ),
  AT_REQUEST_WITNESSES_MISSING: when(
    'createProcess',
    'someone signs at another’s request, with one witness',
    async ({ account, processBody, person }, send) => {
      const [signer, requesting, witness] = [await person(), await person(), await person()];
      return send(account.api, {
        body: {
          ...processBody(),
          participants: [
            { ...signing(signer), atRequestOf: atRequestOf(requesting) },
            { personId: witness.personId, part: 'attestant' },
          ],
        },
      });
    },
  ),
  AT_REQUEST_NOT_ALLOWED: when(
    'createProcess',
    'someone signs at the request of a witness',
    async ({ account, processBody, person }, send) => {
      const [signer, one, two] = [await person(), await person(), await person()];
      return send(account.api, {
        body: {
          ...processBody(),
          participants: [
            { ...signing(signer), atRequestOf: atRequestOf(one) },
            ...[one, two].map(({ personId }) => ({ personId, part: 'attestant' })),
          ],
        },
      });
    },
  ),
  MINIMUM_SIGNATORIES_INVALID: when(
    'createProcess',
    'more signatories must sign than there are',
    async ({ account, processBody, person }, send) =>
      send(account.api, { body: { ...processBody(await person()), minimumSignatories: 2 } }),
  ),
  DEADLINE_INVALID: when(
    'createProcess',
    'the deadline is past',
    async ({ account, processBody, person }, send) =>
      send(account.api, { body: { ...processBody(await person()), deadline: '2020-01-01T00:00:00.000Z' } }),
  ),
  INSUFFICIENT_CREDITS: when(
    'createProcess',
    'the tenant has fewer credits than the process has documents',
    async (stage, send) => {
      const poor = await openAccount(stage.origin);
      const proofs: { proof: string }[] = [];
      // Twice as many are more than a new tenant has.
      for (let n = 0; n <= CREDITS / 2; n += 1)
        proofs.push({
          proof: (await uploadProof(poor.api, await samplePdf({ pages: 1 }), `contrato-${n}.pdf`)).proof,
        });
      const { personId } = await poor.api.call('createPerson', {
        body: { cpf: '52998224725', name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      });
      const { companyId } = poor;
      const participants = [{ personId, part: 'signer' }];
      const body = { summary: 'Contrato', companyId, documents: proofs, participants };
      await poor.api.call('createProcess', { body });
      return send(poor.api, { body });
    },
  ),
  SIGNATURE_PROCESS_NOT_FOUND: when(
    'getProcess',
    'there is no such process',
    ({ account, unknownId }, send) => send(account.api, { params: { processId: unknownId } }),
  ),
  PROCESS_MOMENT_NOT_FOUND: when(
    'processMoment',
    'the process has no event of this number yet',
    async ({ account, waiting }, send) => {
      const { processId } = await waiting();
      return send(account.api, { params: { processId, revision: '99' } });
    },
  ),
  PROCESS_DRAFT_NOT_FOUND: when('getProcessDraft', 'no draft has the id', ({ account, unknownId }, send) =>
    send(account.api, { params: { draftId: unknownId } }),
  ),
  PROCESS_DRAFT_CHANGED: when(
    'saveProcessDraft',
    'another user saved it since it was read',
    async ({ account }, send) => {
      const params = { draftId: randomUUID() };
      const body = (summary: string) => ({
        revision: 0,
        content: draftContent({ companyId: null, summary }),
      });
      await account.api.call('saveProcessDraft', { params, body: body('Contrato') });
      return send(account.api, { params, body: body('Outro contrato') });
    },
  ),
  PROCESS_DRAFT_LIMIT_REACHED: when(
    'saveProcessDraft',
    `the user has ${MAX_PROCESS_DRAFTS} of them`,
    async (stage, send) => {
      const { api } = await openAccount(stage.origin);
      const content = draftContent({ companyId: null, summary: 'Contrato' });
      const one = () => ({ params: { draftId: randomUUID() }, body: { revision: 0, content } });
      for (let made = 0; made < MAX_PROCESS_DRAFTS; made++) await api.call('saveProcessDraft', one());
      return send(api, one());
    },
  ),
  PROCESS_VIEW_LIMIT_REACHED: when(
    'saveProcessView',
    `the user has ${MAX_PROCESS_VIEWS} of them`,
    async (stage, send) => {
      const { api } = await openAccount(stage.origin);
      const one = () => ({ params: { viewId: randomUUID() }, body: { name: 'Lista' } });
      for (let made = 0; made < MAX_PROCESS_VIEWS; made++) await api.call('saveProcessView', one());
      return send(api, one());
    },
  ),
  DOCUMENT_NOT_FOUND: when(
    'cancelProcess',
    'the process has no such document',
    async ({ account, waiting, unknownId }, send) => {
      const { processId } = await waiting();
      return send(account.api, { params: { processId }, body: { documentId: unknownId } });
    },
  ),
  DOCUMENT_NOT_PENDING: when(
    'cancelProcess',
    'it is canceled already',
    async ({ account, waiting }, send) => {
      const { processId } = await waiting();
      await account.api.call('cancelProcess', { params: { processId }, body: {} });
      return send(account.api, { params: { processId }, body: {} });
    },
  ),
  DOCUMENT_NOT_SEALED: when(
    'downloadSealed',
    'it still waits for signatures',
    async ({ account, waiting }, send) => {
      const { processId, documentId } = await waiting();
      return send(account.api, { params: { processId, documentId } });
    },
  ),
  EVIDENCE_WITHIN_DOCUMENT: when(
    'downloadEvidence',
    'the evidence is in the sealed file itself',
    async ({ account, waiting, sealed }, send) => {
      const one = await waiting();
      await sealed(one);
      const { processId, documentId } = one;
      return send(account.api, { params: { processId, documentId } });
    },
  ),
  DOCUMENT_ALREADY_SIGNED_BY_OTHERS: when(
    'createPartialCopy',
    'the document came signed, and can take no pages',
    async (stage, send) => {
      const proof = await stage.proofOf(await signedByOthers(), 'assinado.pdf');
      const { processId, documentId } = await stage.waiting({ documents: [{ proof }] });
      return send(stage.account.api, { params: { processId, documentId } });
    },
  ),
  SIGNER_NOT_FOUND: when(
    'remindParticipants',
    'the process has no such participant',
    async ({ account, waiting, unknownId }, send) => {
      const { processId } = await waiting();
      return send(account.api, { params: { processId }, body: { personIds: [unknownId] } });
    },
  ),
  NO_CONTACT_REASON_PROVIDED: when(
    'replaceContact',
    'the contact is replaced without a reason',
    async ({ account, waiting }, send) => {
      const { processId, person } = await waiting();
      return send(account.api, {
        params: { processId, personId: person.personId },
        body: { email: 'outra@exemplo.com.br' },
      });
    },
  ),
  CHANGE_SIGNER_SIGNATORY_ERROR: when(
    'replaceParticipant',
    'the participant has signed',
    async (stage, send) => {
      const other = await stage.person();
      const { processId, person, ...rest } = await stage.waiting();
      const two = await stage.account.api.call('getProcess', { params: { processId } });
      await stage.sign(rest.api, { processId, person, ...rest });
      return send(stage.account.api, {
        params: { processId: two.processId, personId: person.personId },
        body: { personId: other.personId },
      });
    },
  ),
  DOWNLOAD_NOT_FOUND: when('getDownload', 'there is no such download', ({ account, unknownId }, send) =>
    send(account.api, { params: { downloadId: unknownId } }),
  ),
  DOWNLOAD_NOT_READY: when('downloadArchive', 'the zip is still being made', async (stage, send) => {
    const one = await stage.waiting();
    await stage.sealed(one);
    return stage.withoutEvent('DownloadPrepared', { state: '57P01' }, async () => {
      const { downloadId } = await stage.account.api.call('requestDownload', {
        body: { processIds: [one.processId] },
      });
      return send(stage.account.api, { params: { downloadId } });
    });
  }),
  GET_DOWNLOAD_URL_ERROR: when(
    'downloadArchive',
    'the store of files does not give the zip',
    async (stage, send) => {
      const downloadId = await stage.download();
      return stage.withoutBlobs(() => send(stage.account.api, { params: { downloadId } }));
    },
  ),
  DOCUMENT_VALIDATION_DATA_NOT_FOUND: when(
    'validateByCode',
    'no document has this code',
    ({ visitor }, send) => send(visitor, { params: { code: 'AAAA-AAAA-AAAA-AAAA' } }),
  ),
  DEADLINE_PASSED: when('extendDeadline', 'the deadline is past', async (stage, send) => {
    const process = stage.processBody(await stage.person());
    const body = { ...process, deadline: new Date(Date.now() + SOON_MS).toISOString() };
    const { processId } = await stage.account.api.call('createProcess', { body });
    await stage.expired(processId);
    return send(stage.account.api, { params: { processId }, body: { deadline: '2999-01-01T00:00:00.000Z' } });
  }),
  // The clock is turned on here: what comes after lives days later.
  DOWNLOAD_EXPIRATION_AUTO_DELETE: when(
    'downloadArchive',
    'it is more than seven days old',
    async (stage, send) => {
      const downloadId = await stage.download();
      stage.lacre.advance(8);
      return send(stage.account.api, { params: { downloadId } });
    },
  ),
};
