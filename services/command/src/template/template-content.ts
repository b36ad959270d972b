import type { UserPrincipal } from '@lacre/access';
import type { BodyOf, TemplateContent, TemplateFields } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import { issueProof, verifyProof, type ProofClaims, type ProofSecret } from '@lacre/proofs';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertRegistered } from '../person/registered-persons.ts';
import { provenFacts } from '../process/decide/proven-facts.ts';
import { assertKnownTags } from '../tenant/known-tags.ts';
import type { Template } from './decide-template.ts';

/** A proof made here is used up by the same request, seconds. */
const OWN_PROOF_SECONDS = 300;

const refusedProof = (field: string, message: string) =>
  new Refusal('UPLOAD_PROOF_INVALID', { fieldErrors: [{ field, message }] });

/** What a template keeps of the content it was given. @throws Refusal UPLOAD_PROOF_INVALID */
export async function keptContent(
  { proofSecret, now }: { now: () => Date; proofSecret: ProofSecret },
  tenantId: string,
  content: BodyOf<'createTemplate'>['content'],
): Promise<TemplateContent> {
  if (content.kind === 'text') return content;
  const options = { secret: proofSecret, now: now() };
  if (content.kind === 'word') {
    const verified = await verifyProof('word-template', content.proof, options);
    if (!verified.ok || verified.claims.tenantId !== tenantId)
      throw refusedProof('content.proof', 'Envie este arquivo de novo');
    const { uploadId: _uploadId, tenantId: _tenantId, userId: _userId, ...kept } = verified.claims;
    return { kind: 'word', ...kept };
  }
  const verified = await verifyProof('upload', content.proof, options);
  if (!verified.ok || verified.claims.tenantId !== tenantId)
    throw refusedProof('content.proof', 'Envie este arquivo de novo');
  return { kind: 'pdf', ...provenFacts(verified.claims) };
}

/** Why a PDF is not what the template says of this company and these people. */
function faultOf(
  filled: ProofClaims<'upload'>['filledFrom'],
  templateId: string,
  { companyId, takers }: Use,
): string | undefined {
  if (filled?.templateId !== templateId) return 'Este arquivo não foi preenchido a partir deste modelo';
  if (filled.companyId !== companyId) return 'O modelo foi preenchido para outra empresa';
  const other = Object.entries(filled.people).find(([role, personId]) => takers.get(role) !== personId);
  return other && `O modelo foi preenchido com outra pessoa no papel "${other[0]}"`;
}

/** @throws Refusal TAG_NOT_FOUND; PERSON_NOT_FOUND for a role whose own person is not registered */
export async function assertNamed(
  service: { handler: CommandHandler },
  tenantId: string,
  { roles, tagIds }: TemplateFields,
): Promise<void> {
  await assertKnownTags(service, tenantId, tagIds);
  const named = roles.flatMap(({ personId }, index) =>
    personId === undefined ? [] : [{ personId, field: `roles.${index}.personId` }],
  );
  await assertRegistered(service, tenantId, named);
}

/** For whom a template is used. */
export interface Use {
  companyId: string;
  /** Who takes each role, by its key, and in whose name, if in another's. */
  takers: ReadonlyMap<string, string>;
}

/**
 * What a process is created with: of a stored PDF a proof made here, for its bytes were vouched for when it came in and
 * are kept; of a text or a Word document the proof of the PDF that it was filled into, for this company and these people.
 *
 * @param given proof, and the field of the request that gives it. @throws Refusal UPLOAD_PROOF_INVALID
 */
export async function proofOf(
  { proofSecret, now }: { now: () => Date; proofSecret: ProofSecret },
  requester: UserPrincipal,
  { templateId, tenantId, content }: Template,
  use: Use,
  { proof: given, field }: { proof: string | undefined; field: string },
): Promise<string> {
  if (content.kind !== 'pdf') {
    if (given === undefined) throw refusedProof(field, 'Preencha o modelo antes de usá-lo');
    const secret = proofSecret;
    const verified = await verifyProof('upload', given, { secret, now: now() });
    if (!verified.ok || verified.claims.tenantId !== tenantId)
      throw refusedProof(field, 'Preencha o modelo de novo');
    const fault = faultOf(verified.claims.filledFrom, templateId, use);
    if (fault !== undefined) throw refusedProof(field, fault);
    return given;
  }
  if (given !== undefined) throw refusedProof(field, 'Este modelo guarda um PDF: não envie outro');
  const { kind: _kind, ...document } = content;
  const uploadId = derivedId('template-document', templateId);
  return issueProof(
    'upload',
    { ...document, uploadId, tenantId, userId: requester.sub, mediaType: 'application/pdf' },
    { secret: proofSecret, expiresInSeconds: OWN_PROOF_SECONDS, now: now() },
  );
}
