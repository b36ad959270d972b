import { processWhen } from '../support/scenario.ts';
import { when, type Provocations } from './provocation.ts';
import { signBody } from './stage.ts';

const SELECTION = { question: 'Qual plano?', options: ['Mensal', 'Anual'], minimum: 1, maximum: 1 };

/** Signing, refusing and handing on. */
export const SIGNING_CODES: Provocations = {
  DOCUMENT_HASH_MISMATCH: when('sign', 'the document shown is another', async ({ waiting }, send) => {
    const one = await waiting();
    return send(one.api, { body: signBody(one, { documentSha256: '0'.repeat(64) }) });
  }),
  NO_SIGNATURESID_PROVIDED: when('sign', 'no signature is named', async ({ waiting }, send) => {
    const one = await waiting();
    return send(one.api, { body: { ...signBody(one), signatures: [] } });
  }),
  NO_SIGNATUREID_PROVIDED: when('sign', 'a signature is without its id', async ({ waiting }, send) => {
    const one = await waiting();
    return send(one.api, { body: signBody(one, { signatureId: undefined }) });
  }),
  NO_DOCUMENTID_PROVIDED: when('sign', 'a signature is without its document', async ({ waiting }, send) => {
    const one = await waiting();
    return send(one.api, { body: signBody(one, { documentId: undefined }) });
  }),
  TERMS_SIGNATURE_EVENT_ERROR: when('sign', 'the terms are not accepted', async ({ waiting }, send) => {
    const one = await waiting();
    return send(one.api, {
      body: { ...signBody(one), consent: { accepted: false, termsVersion: '2026-11' } },
    });
  }),
  AT_REQUEST_DECLARATION_REQUIRED: when(
    'sign',
    'someone signs at another’s request, and does not declare it',
    async ({ account, processBody, person, signedIn, asked }, send) => {
      const [signer, requesting, one, two] = [await person(), await person(), await person(), await person()];
      const { processId } = await account.api.call('createProcess', {
        body: {
          ...processBody(),
          participants: [
            {
              personId: signer.personId,
              part: 'signer',
              atRequestOf: { personId: requesting.personId, impediment: 'physical-condition' },
            },
            ...[one, two].map(({ personId }) => ({ personId, part: 'attestant' })),
          ],
        },
      });
      const api = await signedIn(processId, signer);
      return send(api, { body: signBody(await asked(api, signer, processId)) });
    },
  ),
  DELEGATION_NOT_ALLOWED: when(
    'delegateSignature',
    'the process does not allow it',
    async ({ waiting, person }, send) => {
      const { api, processId } = await waiting();
      const { name, cpf, email } = await person('Lia Reis');
      return send(api, { body: { processId, name, cpf, email } });
    },
  ),
  IS_NOT_SIGNER: when('sign', 'the signature is another signer’s', async ({ waiting }, send) => {
    const [mine, other] = [await waiting(), await waiting()];
    return send(mine.api, { body: signBody(other) });
  }),
  IS_NOT_SIGNATORY: when('sign', 'the signature is another signatory’s', async ({ waiting }, send) => {
    const [mine, other] = [await waiting(), await waiting({}, 'signatory')];
    return send(mine.api, { body: signBody(other) });
  }),
  NO_SELECTION_PROVIDED: when(
    'sign',
    'the document asks for a choice, and none is made',
    async ({ waiting, proof }, send) => {
      const one = await waiting({ documents: [{ proof, selection: SELECTION }] });
      return send(one.api, { body: signBody(one) });
    },
  ),
  MORE_LESS_SELECTION: when('sign', 'more is chosen than may be', async ({ waiting, proof }, send) => {
    const one = await waiting({ documents: [{ proof, selection: SELECTION }] });
    return send(one.api, { body: signBody(one, { selection: SELECTION.options }) });
  }),
  INVALID_SELECTION: when(
    'sign',
    'what is chosen is no option of the document',
    async ({ waiting, proof }, send) => {
      const one = await waiting({ documents: [{ proof, selection: SELECTION }] });
      return send(one.api, { body: signBody(one, { selection: ['Nenhum'] }) });
    },
  ),
  GEOLOCATION_DATA_INVALID: when(
    'sign',
    'the process asks where the signer is, and they do not say',
    async (stage, send) => {
      const person = await stage.person();
      const participants = [{ personId: person.personId, part: 'signer', requirements: { location: true } }];
      const body = { ...stage.processBody(), participants };
      const { processId } = await stage.account.api.call('createProcess', { body });
      const api = await stage.signedIn(processId, person);
      return send(api, { body: signBody(await stage.asked(api, person, processId)) });
    },
  ),
  SIGNING_CODE_REQUIRED: when('sign', 'the process asks for a code at every act', async (stage, send) => {
    const person = await stage.person();
    const participants = [
      { personId: person.personId, part: 'signer', requirements: { location: false, code: true } },
    ];
    const body = { ...stage.processBody(), participants };
    const { processId } = await stage.account.api.call('createProcess', { body });
    const api = await stage.signedIn(processId, person);
    return send(api, { body: signBody(await stage.asked(api, person, processId)) });
  }),
  NOT_YOUR_TURN: when('sign', 'an earlier group has not signed', async (stage, send) => {
    const [first, second] = [await stage.person(), await stage.person('Lia Reis')];
    const participants = [
      { personId: first.personId, part: 'signer', group: 1 },
      { personId: second.personId, part: 'signer', group: 2 },
    ];
    const { api } = stage.account;
    const body = { ...stage.processBody(), participants };
    const { processId } = await api.call('createProcess', { body });
    const one = await processWhen(api, processId, () => true);
    const documentSha256 = one.documents[0]?.sha256;
    const { signatureId, documentId } =
      one.signatures.find(({ personId }) => personId === second.personId) ?? {};
    return send(await stage.signedIn(processId, second), {
      body: {
        signatures: [{ signatureId, documentId, documentSha256 }],
        consent: { accepted: true, termsVersion: '2026-11' },
      },
    });
  }),
  PERSON_ALREADY_SIGNED: when('sign', 'the person has signed', async ({ waiting, sign }, send) => {
    const one = await waiting();
    await sign(one.api, one);
    return send(one.api, { body: signBody(one) });
  }),
  SIGNATURE_NOT_PENDING: when('reject', 'the signature is made', async ({ waiting, sign }, send) => {
    const one = await waiting();
    await sign(one.api, one);
    return send(one.api, { body: { signatureIds: [one.signatureId], reason: 'Valor errado' } });
  }),
  NO_REJECT_REASON_PROVIDED: when('reject', 'there is no reason', async ({ waiting }, send) => {
    const { api, signatureId } = await waiting();
    return send(api, { body: { signatureIds: [signatureId] } });
  }),
  SIGNATURE_EVENT_ERROR: when('sign', 'the log refuses the act', async ({ waiting, withoutEvent }, send) => {
    const one = await waiting();
    return withoutEvent('SignatureSigned', {}, () => send(one.api, { body: signBody(one) }));
  }),
  SIGNATURE_QUEUE_ERROR: when(
    'sign',
    'the log cannot be reached',
    async ({ waiting, withoutEvent }, send) => {
      const one = await waiting();
      return withoutEvent('SignatureSigned', { state: '57P01' }, () =>
        send(one.api, { body: signBody(one) }),
      );
    },
  ),
};
