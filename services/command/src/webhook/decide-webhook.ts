import { streams, type StreamEvents } from '@lacre/contracts';

import { accept, ofTenant, reject, type Aggregate, type Decision } from '../decider/decision.ts';

/** A webhook's stream also says when its place was forfeited before the webhook was created. */
export type WebhookStreamEvent = StreamEvents['webhook'];

export interface WebhookSettings {
  url: string;
  description: string;
  eventTypes: string[];
}

export type WebhookState =
  | { status: 'absent' | 'removed' }
  /** Its place went to another before it was stored: this id can never be used. */
  | { status: 'forfeited' }
  | {
      status: 'active' | 'paused' | 'disabled';
      webhookId: string;
      tenantId: string;
      secretId: string;
      /** Who made it. */
      userId: string;
      /** Its place among the tenant's. */
      slot: number | undefined;
      previousUntil?: string;
    };
export type RegisteredWebhook = Extract<WebhookState, { webhookId: string }>;

type Change =
  | { type: 'edit'; settings: WebhookSettings }
  | { type: 'pause' | 'resume' | 'remove' }
  | { type: 'rotate'; secretId: string; previousUntil: string }
  | { type: 'disable'; failingSince: string }
  | { type: 'replay'; eventId: string };

export type WebhookCommand =
  | {
      type: 'create';
      webhookId: string;
      tenantId: string;
      userId: string;
      settings: WebhookSettings;
      secretId: string;
      slot: number;
    }
  | (Change & { tenantId: string });

function decide(command: WebhookCommand, state: WebhookState): Decision<WebhookStreamEvent> {
  if (command.type === 'create') {
    if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
    // The id derives from the intent, so a webhook that is there already is this same one.
    if (state.status !== 'absent') return accept();
    const { type: _create, settings, ...made } = command;
    return accept({ type: 'WebhookCreated', data: { ...made, ...settings } });
  }
  const webhook = webhookOf(state, command.tenantId);
  return webhook === undefined ? reject('WEBHOOK_NOT_FOUND') : accept(...eventsOf(command, webhook));
}

function eventsOf(
  command: Change,
  { status, webhookId, tenantId, secretId, userId }: RegisteredWebhook,
): WebhookStreamEvent[] {
  const reference = { webhookId, tenantId };
  switch (command.type) {
    case 'edit':
      return [{ type: 'WebhookEdited', data: { ...reference, ...command.settings } }];
    case 'pause':
      return status === 'active' ? [{ type: 'WebhookPaused', data: reference }] : [];
    case 'resume':
      return status === 'active' ? [] : [{ type: 'WebhookResumed', data: reference }];
    case 'remove':
      return [{ type: 'WebhookRemoved', data: reference }];
    case 'rotate': {
      const { secretId: next, previousUntil } = command;
      const data = { ...reference, secretId: next, previousSecretId: secretId, previousUntil };
      return [{ type: 'WebhookSecretRotated', data }];
    }
    case 'disable':
      return status === 'disabled'
        ? []
        : [{ type: 'WebhookDisabled', data: { ...reference, failingSince: command.failingSince, userId } }];
    case 'replay':
      return [{ type: 'WebhookReplayRequested', data: { ...reference, eventId: command.eventId } }];
  }
}

function evolve(state: WebhookState, event: WebhookStreamEvent): WebhookState {
  if (event.type === 'OwnerForfeited') return { status: 'forfeited' };
  if (event.type === 'WebhookCreated') {
    const { webhookId, tenantId, secretId, userId, slot } = event.data;
    return { status: 'active', webhookId, tenantId, secretId, userId, slot };
  }
  if (!isRegistered(state)) return state;
  switch (event.type) {
    case 'WebhookPaused':
      return { ...state, status: 'paused' };
    case 'WebhookResumed':
      return { ...state, status: 'active' };
    case 'WebhookDisabled':
      return { ...state, status: 'disabled' };
    case 'WebhookSecretRotated':
      return { ...state, secretId: event.data.secretId, previousUntil: event.data.previousUntil };
    case 'WebhookRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
}

const isRegistered = (state: WebhookState): state is RegisteredWebhook => 'webhookId' in state;

export function webhookOf(state: WebhookState, tenantId: string): RegisteredWebhook | undefined {
  return ofTenant(isRegistered(state) ? state : undefined, tenantId);
}

export const webhook: Aggregate<WebhookCommand, WebhookState, WebhookStreamEvent> = {
  stream: streams.webhook,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
