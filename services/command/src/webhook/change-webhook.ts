import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { webhook, type WebhookCommand } from './decide-webhook.ts';

type WithoutTenant<Command> = Command extends { tenantId: string } ? Omit<Command, 'tenantId'> : never;

/** Changes a webhook of the caller's tenant. @throws Refusal of the decider */
export async function changeWebhook(
  { handler }: { handler: CommandHandler },
  context: CommandContext,
  webhookId: string,
  change: WithoutTenant<Exclude<WebhookCommand, { type: 'create' }>>,
): Promise<{ position: Position }> {
  const command = { ...change, tenantId: context.tenantId } as WebhookCommand;
  return { position: orThrow(await handler.handle(webhook, webhookId, command, context)).position };
}
