/** What the platform's operator ends for a user who lost every credential. */
export const RECOVERY_ENDS = ['factors', 'sessions', 'tokens'] as const;
export type RecoveryEnd = (typeof RECOVERY_ENDS)[number];
