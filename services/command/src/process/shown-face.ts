import type { PersonPrincipal } from '@lacre/http';
import { verifyProof } from '@lacre/proofs';

import type { CommandService } from '../service.ts';
import type { Sign } from './commands.ts';

/** What the signer service vouches for of a face, as far as it is this person's and still holds. */
export async function shownFace(
  { dependencies, now }: Pick<CommandService, 'dependencies' | 'now'>,
  { sub, tenantId }: PersonPrincipal,
  proof: string | undefined,
): Promise<Sign['face']> {
  if (proof === undefined) return 'absent';
  const verified = await verifyProof('face', proof, { secret: dependencies.proofSecret, now: now() });
  if (!verified.ok) return 'wrong';
  const { personId, tenantId: of, nonce: _nonce, ...shown } = verified.claims;
  return personId === sub && of === tenantId ? shown : 'wrong';
}
