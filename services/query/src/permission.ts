import { Refusal, type UserPrincipal } from '@lacre/http';

/**
 * Whole-tenant reads are for administrators and managers. A common user sees only the companies assigned to them, and
 * no event assigns any yet; a totem sees none of these.
 *
 * @throws Refusal AUTH_USER_WITHOUT_PERMISSION
 */
export function requireWholeTenant(principal: UserPrincipal): void {
  if (principal.role !== 'administrator' && principal.role !== 'manager')
    throw new Refusal('AUTH_USER_WITHOUT_PERMISSION');
}
