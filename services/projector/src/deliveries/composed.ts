import type { DomainLog } from '@lacre/domain-log';
import type { MailAddress, RenderedEmail, Sender } from '@lacre/mailer';
import type { ProofSecret } from '@lacre/proofs';

/** A message ready to leave; or why it is no use any more. */
export type Composed = { to: MailAddress; email: RenderedEmail } | { overtaken: string };

export interface Composing {
  log: DomainLog;
  /** Address of the web client, without a slash at its end. */
  publicUrl: string;
  /** Of the links that prove who reads the mail. */
  proofSecret: ProofSecret;
  now: Date;
  /** The account on whose behalf it is sent. */
  sender: Sender;
}
