import type { TenantMoves } from '@lacre/access';
import { feedEventOf } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import { observedDelivery } from '@lacre/observability';
import type { Secrets } from '@lacre/personal-data/secrets';
import { contextOf, inSpan } from '@lacre/tracing';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Webhook } from 'standardwebhooks';

import { HeldPartitions, type Partition } from '../engine/partition.ts';
import { recordSent } from '../record-sent.ts';
import { SendLoop } from '../send-loop.ts';
import { claimDue, giveUp, nextDueAt, recordOutcome, tidy, type DueDelivery } from './deliveries.ts';
import { postSafely, type Outlet, type Outcome } from './post-safely.ts';
import { isDelivered } from './schedule.ts';

export interface SenderDeps {
  pool: Pool;
  eventStore: EventStore;
  tenantMoves: TenantMoves;
  queue: WorkQueue;
  secrets: Secrets;
  logger: Logger;
  now?: () => Date;
}

/** Requests under way at once. Addresses that fail have slots of their own, so that they never take the others'. */
const SLOTS = { well: 48, failing: 16 } as const;
type Kind = keyof typeof SLOTS;
const KINDS: readonly Kind[] = ['well', 'failing'];

/** A fact as it is sent, and the trace it belongs to. */
interface Told {
  body: string;
  traceparent: string | undefined;
}

/** Sends what is due to webhooks of the tenants of its partitions, each address by itself. */
export class WebhookSender {
  readonly #deps: SenderDeps;
  readonly #outlet: Outlet;
  readonly #tenants = new HeldPartitions();
  readonly #busy = new Map<string, number>();
  readonly #taken: Record<Kind, number> = { well: 0, failing: 0 };
  readonly #loop: SendLoop;

  constructor(deps: SenderDeps, outlet: Outlet = {}) {
    this.#deps = deps;
    this.#outlet = outlet;
    this.#loop = new SendLoop({
      look: async () => {
        await this.#sendDue();
        return this.#nextDueAt();
      },
      tidy: () => tidy(deps.pool, this.#now()),
      onFault: (err) => deps.logger.error({ err }, 'webhooks could not be looked through; trying again'),
      now: deps.now,
    });
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Sends what is due to webhooks of the partition from here on. */
  take(partition: Partition): void {
    this.#tenants.add(partition);
    this.wake();
  }

  /** Takes nothing more of the partition; what is under way ends, and holds its claim meanwhile. */
  leave(partition: Partition): void {
    this.#tenants.delete(partition);
  }

  /** Sends until aborted, and ends once what is under way has ended. */
  run(signal: AbortSignal): Promise<void> {
    return this.#loop.run(signal);
  }

  async #sendDue(): Promise<void> {
    for (const kind of KINDS) {
      const slots = this.#slotsFree(kind);
      if (slots <= 0) continue;
      const due = await claimDue(this.#deps.pool, {
        tenants: this.#tenants,
        now: this.#now(),
        failing: kind === 'failing',
        except: [...this.#busy.keys()],
        limit: slots,
      });
      for (const delivery of due) this.#start(kind, delivery);
    }
  }

  /** Of what waits for its time alone: the end of a request, which frees a slot and an address, wakes. */
  #nextDueAt(): Promise<Date | undefined> {
    const open = KINDS.filter((kind) => this.#slotsFree(kind) > 0);
    return nextDueAt(this.#deps.pool, {
      tenants: this.#tenants,
      now: this.#now(),
      failing: open.map((kind) => kind === 'failing'),
      except: [...this.#busy.keys()],
    });
  }

  #slotsFree(kind: Kind): number {
    return SLOTS[kind] - this.#taken[kind];
  }

  #start(kind: Kind, delivery: DueDelivery): void {
    const { webhookId } = delivery;
    this.#taken[kind] += 1;
    this.#busy.set(webhookId, (this.#busy.get(webhookId) ?? 0) + 1);
    const sending = this.#deliver(delivery)
      .catch((error: unknown) => {
        // Its claim ends by itself, and then it is sent again.
        this.#deps.logger.error({ err: error, webhookId }, 'a webhook delivery met a fault of ours');
      })
      .finally(() => {
        this.#taken[kind] -= 1;
        const left = (this.#busy.get(webhookId) ?? 1) - 1;
        if (left === 0) this.#busy.delete(webhookId);
        else this.#busy.set(webhookId, left);
      });
    this.#loop.follow(sending);
  }

  /** A crash after the request and before its outcome is written sends the same again, under the same `webhook-id`. */
  async #deliver(delivery: DueDelivery): Promise<void> {
    const { pool } = this.#deps;
    const away = await this.#deps.tenantMoves.awayOf(delivery.tenantId);
    // Looked at again once its claim ends. Where the tenant left, its new address goes on from what was sent here.
    if (away?.code === 'TENANT_MOVING') return;
    if (away !== undefined)
      return giveUp(pool, delivery, 'A conta foi transferida para outro endereço', this.#now());
    const fact = await this.#factOf(delivery);
    if (fact === undefined) return giveUp(pool, delivery, 'O evento não está mais no registro', this.#now());
    const { body, traceparent } = fact;
    const signature = await this.#signed(delivery, body);
    if (signature === undefined) return giveUp(pool, delivery, 'O webhook está sem segredo', this.#now());
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Lacre-Webhooks/1',
      'webhook-id': delivery.eventId,
      ...signature,
    };
    const parent = contextOf(traceparent);
    const attributes = { 'lacre.tenant.id': delivery.tenantId, 'lacre.webhook.id': delivery.webhookId };
    await inSpan('deliver webhook', { parent, attributes }, async () => {
      const post = () => postSafely(delivery.url, { body, headers }, this.#outlet);
      const of = (outcome: Outcome) => (isDelivered(outcome) ? 'accepted' : 'failed');
      await this.#settle(delivery, await observedDelivery('webhook', post, { of }));
    });
  }

  /** Read from the log now: a person erased meanwhile is not named. */
  async #factOf({ stream, revision, eventId }: DueDelivery): Promise<Told | undefined> {
    const log = createDomainLog(this.#deps.eventStore);
    for await (const event of log.readStream(stream, { from: revision, limit: 1 })) {
      // In a log that was restored to an earlier state another fact may have come to stand there.
      if (event.id !== eventId) return undefined;
      const told = feedEventOf(event);
      const { traceparent } = event.metadata;
      return told === undefined ? undefined : { body: JSON.stringify(told), traceparent };
    }
    return undefined;
  }

  /** Standard Webhooks: one signature for each secret that is good now, the newest first. */
  async #signed(delivery: DueDelivery, body: string): Promise<Record<string, string> | undefined> {
    const now = this.#now();
    const { secretId, previousSecretId, previousUntil } = delivery;
    const isGood = previousUntil !== null && previousUntil > now;
    const ids = previousSecretId !== null && isGood ? [secretId, previousSecretId] : [secretId];
    const signatures: string[] = [];
    for (const id of ids) {
      const secret = await this.#deps.secrets.find(id);
      if (secret !== undefined)
        signatures.push(new Webhook(secret.toString('base64')).sign(delivery.eventId, now, body));
    }
    if (signatures.length === 0) return undefined;
    return {
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }

  async #settle(delivery: DueDelivery, outcome: Outcome): Promise<void> {
    const { webhookId, tenantId } = delivery;
    const { pool } = this.#deps;
    const failingSince = await recordSent(() => recordOutcome(pool, delivery, outcome, this.#now()));
    if (failingSince === undefined) return;
    // Asked for at each further failure until the log says it is disabled: the queue may lose it.
    const payload = { key: webhookId, webhookId, tenantId, failingSince: failingSince.toISOString() };
    const dedupeKey = `disable-webhook:${webhookId}`;
    await this.#deps.queue.publishMany('disable-webhook', [{ payload, dedupeKey }]);
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }
}
