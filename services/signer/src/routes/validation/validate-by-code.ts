import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { assertHere } from '../../validate/assert-here.ts';
import { ITI_MEDIA_TYPE } from '../../validate/iti-address.ts';
import { publicDocument } from '../../validate/public-document.ts';

/** What is known of the document with the code; ITI's validator gets the file's address instead. */
export const route = defineRoute('validateByCode', async ({ request, reply, params, query }, signer) => {
  const { issued, budget, guesses } = signer;
  budget.spend(request.ip);
  const found = await issued.findFreshByCode(params.code);
  if (!found) throw new Refusal('DOCUMENT_VALIDATION_DATA_NOT_FOUND');
  await assertHere(signer, found);
  void reply.header('cache-control', 'no-store');
  if (query._format === undefined) return { document: await publicDocument(signer.log, found) };
  const secret = query._secretCode ?? '';
  guesses.assertRight(found.validationCode, secret);
  void reply.type(ITI_MEDIA_TYPE);
  const url = `${signer.publicUrl}/api/validate/${found.validationCode}/file?_secretCode=${secret}`;
  return { version: '1.0.0' as const, prescription: { signatureFiles: [{ url }] } };
});
