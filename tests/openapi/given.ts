import type { OperationName } from '@lacre/contracts';

import { enrolByPhoto } from '../browser/face-stage.ts';
import { join } from '../permissions/world.ts';
import { Api } from '../support/api.ts';
import { messagesTo } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import { fresh, personSession, uploadProof } from '../support/scenario.ts';
import { until } from '../support/until.ts';
import type { Workplace } from './workplace.ts';

/** What the source of a link was asked with, and what it made. */
export interface Made {
  body: Record<string, unknown>;
  answer: Record<string, string>;
}

/** What people do between the two requests of a link, so that there is something for the second one. */
type Between = (workplace: Workplace, made: Made) => Promise<void>;

const PASSWORD = 'uma senha comprida';
/** A PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The invited user reads the mail and chooses a password. */
const acceptInvitation: Between = async ({ lacre }, { body }) => {
  const { email } = body['user'] as { email: string };
  const invitation = await until('the invitation', async () => {
    const [message] = await messagesTo(lacre.origin, email);
    return /invitation=([\w.-]+)/.exec(message?.text ?? '')?.[1];
  });
  await new Api(lacre.origin).call('acceptInvitation', { body: { invitation, password: PASSWORD } });
};

const promote: Between = async (workplace, made) => {
  await acceptInvitation(workplace, made);
  const api = await workplace.administrator();
  await api.call('promoteAdministrator', { params: { uid: made.answer['uid'] ?? '' } });
};

/** The person who was registered is asked for their face, and shows it. */
const enrolFace: Between = async (workplace, { body, answer }) => {
  const { origin } = workplace.lacre;
  const api = await workplace.administrator();
  const personId = answer['personId'] ?? '';
  const { cpf, email, name } = body as { cpf: string; email: string; name: string };
  const { proof } = await uploadProof(api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const [companyId] = workplace.tenant.ids.companyId;
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Contrato',
      companyId,
      documents: [{ proof }],
      participants: [{ personId, part: 'signer', requirements: { face: true, faceUpload: true } }],
    },
  });
  const person = { personId, cpf, email, name };
  const session = await personSession(origin, processId, person);
  await enrolByPhoto({ person, processId, api: session, signatureIds: [`${processId}:1`] });
};

/** By the operation that a link leads to. */
export const between: Partial<Record<OperationName, Between>> = {
  readAvatar: async (workplace, { answer }) => {
    const api = await workplace.administrator();
    const uploads = [{ name: 'avatar', base64: PICTURE }];
    await api.call('editUser', { params: { uid: answer['uid'] ?? '' }, body: { user: {}, uploads } });
  },
  promoteAdministrator: acceptInvitation,
  demoteAdministrator: promote,
  eraseUser: async (workplace, { answer }) => {
    const api = await workplace.administrator();
    await api.call('removeUser', { params: { uid: answer['uid'] ?? '' } });
  },
  erasePersonFace: enrolFace,
};

/** What a source is asked with where a link needs more of it than an integrator would send. */
export const bodies: Partial<Record<OperationName, (workplace: Workplace) => Promise<object>>> = {
  readTemplate: async (workplace) => {
    const api = await workplace.administrator();
    const { proof } = await uploadProof(api, await samplePdf({ pages: 1 }), 'contrato.pdf');
    const roles = [{ key: 'parte', label: 'Parte', part: 'signer' }];
    return { name: `Modelo ${fresh()}`, roles, content: { kind: 'pdf', proof } };
  },
};

/** An administrator who hands over, and to whom: the tenant's own stays one. */
export async function handingOver(workplace: Workplace): Promise<{ from: Api; to: Api; uid: string }> {
  const account = await workplace.account();
  const [from, to] = [await join(account, 'manager'), await join(account, 'manager')];
  await account.api.call('promoteAdministrator', { params: { uid: from.userId } });
  const visitor = new Api(workplace.lacre.origin);
  const { token } = await visitor.call('signIn', { body: { email: from.email, password: PASSWORD } });
  return { from: visitor.as(token), to: to.api, uid: to.userId };
}
