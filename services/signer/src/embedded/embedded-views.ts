import type { EmbeddedSignatureView } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import type { DomainLog } from '@lacre/domain-log';

import type { IssuedSeals } from '../validate/issued-seals.ts';
import { publicDocument } from '../validate/public-document.ts';
import type { EmbeddedFacts } from './embedded-facts.ts';
import { noteText } from './embedded-wording.ts';
import type { KnownEmbedded } from './known-embedded.ts';

/**
 * Finds the documents behind the platform's own seals inside a file. A seal that holds on bytes that were never issued
 * is a forgery with the key, or a copy of it.
 */
export async function withIssued(
  signer: { log: DomainLog },
  issued: IssuedSeals,
  embedded: readonly EmbeddedFacts[],
): Promise<KnownEmbedded[]> {
  const known: KnownEmbedded[] = [];
  for (const signature of embedded) known.push(await knownOf(signer, issued, signature));
  return known;
}

async function knownOf(
  { log }: { log: DomainLog },
  issued: IssuedSeals,
  signature: EmbeddedFacts,
): Promise<KnownEmbedded> {
  const { trust, state, revisionSha256 } = signature;
  if (trust !== 'platform' || state === 'broken' || revisionSha256 === null)
    return { ...signature, sealed: null };
  let version = await issued.find(revisionSha256);
  if (!version) {
    await issued.catchUp();
    version = await issued.find(revisionSha256);
  }
  if (!version) {
    return { ...signature, state: 'broken', problems: ['never-issued', ...signature.problems], sealed: null };
  }
  const { validationCode, name, summary, tenantName, sealedSha256 } = await publicDocument(log, version);
  return { ...signature, sealed: { validationCode, documentName: name, summary, tenantName, sealedSha256 } };
}

/** As the API answers it. */
export function embeddedView(
  { problems, sealed, ...facts }: KnownEmbedded,
  language: Language = 'pt-BR',
): EmbeddedSignatureView {
  const { fieldName: _name, revisionSha256: _sha256, ...view } = facts;
  return { ...view, notes: problems.map((code) => ({ code, text: noteText(code, language) })), sealed };
}
