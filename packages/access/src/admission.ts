import type { ErrorCode } from '@lacre/contracts';

import type { Principal } from './principal.ts';

/** Why a caller is not let in, from the closed list of errors. */
export interface AdmissionRefused {
  admitted: false;
  code: ErrorCode;
  detail?: string;
  /** Beside TENANT_MOVED: the origin that the tenant is at now. */
  address?: string;
}

export interface Admitted {
  admitted: true;
  principal: Principal;
  /** Their tenant is being moved: they read, and commands are refused with TENANT_MOVING. */
  isMoving: boolean;
}

/** Whether a caller is let in. A refusal is a value: what carries requests says it in its own way. */
export type Admission = Admitted | AdmissionRefused;

export const refused = (code: ErrorCode, detail?: string): AdmissionRefused =>
  detail === undefined ? { admitted: false, code } : { admitted: false, code, detail };
