import { operations, withBlankTexts, type OperationShape } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { openApiDocument } from './openapi/openapi.ts';

type Operation = OperationShape & { name: string; method: string; path: string };
type Path = readonly (string | number)[];

const document = openApiDocument() as unknown as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>>;
};
const exampleOf = ({ path, method }: Operation): unknown =>
  document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;

/** Where texts stand in a value. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? withText(item, rest, text) : item));
  const members = value as Record<string, unknown>;
  return { ...members, [name]: withText(members[name], rest, text) };
}

const bodies = (Object.values(operations) as Operation[])
  .filter(({ body }) => body !== undefined)
  .map((operation) => ({ name: operation.name, body: operation.body, example: exampleOf(operation) }));

/** Where a blank text passes the schema. */
const MAY_BE_BLANK: ReadonlySet<string> = new Set([
  // Refused with a code of their own: EMPTY_DESCRIPTION, NO_REJECT_REASON_PROVIDED, NO_CONTACT_REASON_PROVIDED,
  // INVALID_SELECTION, AUTH_PASSWORD_VALIDATION, FACE_CONSENT_REQUIRED.
  'createToken.description',
  'requestDownload.description',
  'reject.reason',
  'replaceContact.reason',
  'sign.signatures.selection',
  'changePassword.currentPassword',
  'changePassword.password',
  'resetPassword.password',
  'enrolFace.consent.termsVersion',
  // May be left out.
  'delegateSignature.reason',
  'createTemplate.description',
  'editTemplate.description',
  'createEnvelope.description',
  'editEnvelope.description',
  'createWebhook.description',
  'editWebhook.description',
  'createUser.user.cpf',
  'createUser.user.externalId',
  'createUser.user.phoneNumber',
  'editUser.avatar',
  'saveProcessDraft.content.summary',
  'saveProcessDraft.content.suggested',
  'saveProcessDraft.content.deadline',
  'saveProcessDraft.content.typedPerson.name',
  'saveProcessDraft.content.typedPerson.cpf',
  'saveProcessDraft.content.typedPerson.email',
  'saveProcessDraft.content.typedPerson.cellphoneNumber',
  'saveProcessDraft.content.documents.template.values.value',
  // Proofs, credentials and files, of which a blank one proves nothing.
  'createProcess.documents.proof',
  'saveProcessDraft.content.documents.proof',
  'saveProcessDraft.content.documents.chosenName',
  // A list that is not narrowed by words.
  'saveProcessView.search',
  'readUpload.proof',
  'useEnvelope.proofs.proof',
  'useTemplate.proof',
  'sign.face',
  'editTenantSettings.uploads.base64',
  'editUser.uploads.base64',
]);
/** A user is sent back as they were read, so that a blank member clears it or says nothing. */
const MAY_BE_BLANK_ALL = ['editUser.user.', 'finishPasskey.credential.', 'finishPasskeySignIn.credential.'];
const mayBeBlank = (field: string): boolean =>
  MAY_BE_BLANK.has(field) || MAY_BE_BLANK_ALL.some((start) => field.startsWith(start));

it.each(bodies)('$name treats "null" and "undefined" as blank in every text', ({ name, body, example }) => {
  for (const path of textsIn(example))
    for (const text of ['null', ' UNDEFINED ']) {
      const { success, data } = body!.safeParse(withBlankTexts(withText(example, path, text)));
      const field = `${name}.${path.filter((step) => typeof step === 'string').join('.')}`;
      if (!success) continue;
      expect(JSON.stringify(data), field).not.toMatch(/"\s*(?:null|undefined)\s*"/i);
      expect(mayBeBlank(field), field).toBe(true);
    }
});
