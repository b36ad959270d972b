import { defineRoute } from '../../define-route.ts';
import { signInOptions } from '../../identity/user/sign-in-options.ts';

export const route = defineRoute('signInOptions', (_call, service) => signInOptions(service));
