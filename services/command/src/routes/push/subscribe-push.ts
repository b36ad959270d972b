import { defineCommand } from '../../define-route.ts';
import { subscribe } from '../../push/subscribe.ts';

export const route = defineCommand('subscribePush', ({ principal, body }, service) =>
  subscribe(service, principal, body),
);
