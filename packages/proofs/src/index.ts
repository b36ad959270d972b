export { faceProof, invitationProof, proofKinds, uploadProof } from './kinds.ts';
export type { ProofClaims, ProofKind } from './kinds.ts';
export { issueProof, verifyProof } from './proof.ts';
export type { IssueOptions, ProofError, ProofSecret, VerifiedProof, VerifyOptions } from './proof.ts';
