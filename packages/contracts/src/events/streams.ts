/** Names of streams: `category-id`. Categories are the prefixes that subscriptions filter by. */
export const streams = {
  /** Of the log itself: one in each. */
  installation: () => 'installation',
  tenant: (tenantId: string) => `tenant-${tenantId}`,
  user: (userId: string) => `user-${userId}`,
  token: (tokenId: string) => `token-${tokenId}`,
  company: (companyId: string) => `company-${companyId}`,
  person: (personId: string) => `person-${personId}`,
  /** Consent, enrolment and erasure of a person's face. */
  face: (personId: string) => `face-${personId}`,
  personBatch: (batchId: string) => `batch-${batchId}`,
  process: (processId: string) => `process-${processId}`,
  /** Processes made together, of one document each. */
  processSet: (setId: string) => `set-${setId}`,
  credits: (tenantId: string) => `credits-${tenantId}`,
  seal: (documentId: string) => `seal-${documentId}`,
  /** Of a document whose sealed file takes no pages: its evidence, in a file of its own. */
  evidence: (documentId: string) => `evidence-${documentId}`,
  partialCopy: (copyId: string) => `partial-copy-${copyId}`,
  download: (downloadId: string) => `download-${downloadId}`,
  template: (templateId: string) => `template-${templateId}`,
  envelope: (envelopeId: string) => `envelope-${envelopeId}`,
  signerGroup: (signerGroupId: string) => `signer-group-${signerGroupId}`,
  notification: (notificationId: string) => `notification-${notificationId}`,
  webhook: (webhookId: string) => `webhook-${webhookId}`,
  /** `digest` is a keyed hash of the value, so that no personal data stands in a stream's name. */
  reservation: (kind: string, digest: string) => `reservation-${kind}-${digest}`,
} as const;
