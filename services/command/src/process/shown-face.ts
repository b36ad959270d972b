import type { PersonPrincipal } from '@lacre/access';
import { streams } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { verifyProof, type ProofSecret } from '@lacre/proofs';

import type { Sign } from './decide/commands.ts';

/** What the signer service vouches for of a face, as far as it is this person's and still holds. */
export async function shownFace(
  { proofSecret, domainLog, now }: { now: () => Date; domainLog: DomainLog; proofSecret: ProofSecret },
  { sub, tenantId }: PersonPrincipal,
  proof: string | undefined,
): Promise<Sign['face']> {
  if (proof === undefined) return 'absent';
  const verified = await verifyProof('face', proof, { secret: proofSecret, now: now() });
  if (!verified.ok) return 'wrong';
  const { personId, tenantId: of, nonce: _nonce, ...shown } = verified.claims;
  if (personId !== sub || of !== tenantId) return 'wrong';
  return (await isErasedSince(domainLog, sub, shown.enrolledAt)) ? 'wrong' : shown;
}

/** Whether the face that was compared was erased since: consent taken back holds from then on, for acts too. */
async function isErasedSince(log: DomainLog, personId: string, enrolledAt: string): Promise<boolean> {
  for await (const { type, data } of log.readStream(streams.face(personId))) {
    if (type === 'FaceErased' && new Date(data.erasedAt) > new Date(enrolledAt)) return true;
  }
  return false;
}
