import { passwordFaults } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

/** @throws Refusal AUTH_PASSWORD_VALIDATION, naming everything that is missing */
export function assertPassword(password: string, about: { email: string; name: string }): void {
  const faults = passwordFaults(password, about);
  if (faults.length === 0) return;
  const fieldErrors = faults.map((message) => ({ field: 'password', message }));
  throw new Refusal('AUTH_PASSWORD_VALIDATION', { detail: `${faults.join('. ')}.`, fieldErrors });
}
