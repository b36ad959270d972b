import { codeOf } from '@/lib/browser/fetch-code.ts';

/** What speaks with the browser about passkeys, for those who press for it. */
export const fetchPasskeys = codeOf(() => import('./webauthn.ts'));
