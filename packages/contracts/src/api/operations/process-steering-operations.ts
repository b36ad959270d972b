import { z } from 'zod';

import { email, identifier, mobile, moment, paragraph } from '../../fields.ts';
import { MAX_REASON_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged } from '../shapes/index.ts';

const processParams = z.strictObject({ processId: identifier });

/** What the requester does to a process on its way. */
export const processSteeringOperations = defineOperations({
  extendDeadline: {
    tag: 'Processos',
    summary: 'Adia o prazo de um processo pendente, ou lhe dá um prazo',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: processParams,
    body: z.strictObject({ deadline: moment }).meta({ id: 'ExtendDeadline' }),
    answer: acknowledged,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_PENDING', 'DEADLINE_PASSED', 'DEADLINE_INVALID'],
  },
  remindParticipants: {
    tag: 'Processos',
    summary: 'Lembra quem ainda não assinou e já pode assinar: todos, ou os indicados',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: processParams,
    body: z
      .strictObject({
        /** Without it, every participant whose turn it is and who was not reminded within the last hour. */
        personIds: z.array(identifier).min(1).max(200).optional(),
      })
      .meta({ id: 'RemindParticipants' }),
    answer: acknowledged,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'SIGNER_NOT_FOUND',
      'SIGNATURE_NOT_PENDING',
      'NOT_YOUR_TURN',
      'DEADLINE_PASSED',
      'TOO_MANY_REQUESTS',
    ],
  },
  replaceContact: {
    tag: 'Processos',
    summary:
      'Corrige o contato de quem ainda não assinou: os códigos e mensagens do processo passam a ir para ele, e o contato anterior é avisado',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: processParams.extend({ personId: identifier }),
    body: z
      .strictObject({
        email,
        /** Without it, codes go by e-mail alone. */
        cellphoneNumber: mobile.optional(),
        reason: paragraph(MAX_REASON_LENGTH).default(''),
      })
      .meta({ id: 'ReplaceContact' }),
    answer: acknowledged,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'SIGNER_NOT_FOUND',
      'SIGNATURE_NOT_PENDING',
      'DEADLINE_PASSED',
      'NO_CONTACT_REASON_PROVIDED',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
    ],
  },
  replaceParticipant: {
    tag: 'Processos',
    summary:
      'Troca quem ainda não assinou por outra pessoa, com a mesma participação, ordem e exigências; quem volta ao processo volta com o contato que tinha nele',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: processParams.extend({ personId: identifier }),
    body: z
      .strictObject({
        /** Who takes the place. */
        personId: identifier,
      })
      .meta({ id: 'ReplaceParticipant' }),
    answer: acknowledged,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'SIGNER_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'CHANGE_SIGNER_SIGNATORY_ERROR',
      'SIGNATURE_NOT_PENDING',
      'CPF_DUPLICITY',
      'AT_REQUEST_NOT_ALLOWED',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
      'DEADLINE_PASSED',
    ],
  },
});
