import { defineRoute } from '../../define-route.ts';
import { signInOptions } from '../../sign-in/sign-in-options.ts';

export const route = defineRoute('signInOptions', (_call, service) => signInOptions(service));
