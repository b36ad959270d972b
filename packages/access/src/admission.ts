import type { ErrorCode } from '@lacre/contracts';

import type { Principal } from './principal.ts';

/** Why a caller is not let in, from the closed list of errors. */
export interface AdmissionRefused {
  admitted: false;
  code: ErrorCode;
  detail?: string;
}

/** Whether a caller is let in. A refusal is a value: what carries requests says it in its own way. */
export type Admission = { admitted: true; principal: Principal } | AdmissionRefused;

export const refused = (code: ErrorCode, detail?: string): AdmissionRefused =>
  detail === undefined ? { admitted: false, code } : { admitted: false, code, detail };
