import type { TenantMoves } from '@lacre/access';
import { createDomainLog } from '@lacre/domain-log';
import { observedDelivery } from '@lacre/observability';
import type { Secrets } from '@lacre/personal-data/secrets';
import {
  claimDue,
  dropSubscription,
  endDelivery,
  findApplicationKey,
  findSubscription,
  isAnyUserNotified,
  isOfPushService,
  nextDueAt,
  noteDeliveries,
  postponeDelivery,
  PUSH_TTL_SECONDS,
  pushRequest,
  tidyDeliveries,
  type DueDelivery,
  type PushRecipient,
  type PushRequest,
} from '@lacre/web-push';
import { Unprocessable } from '@lacre/work-queue';
import type { Pool } from 'pg';

import { composeNotification } from '../deliveries/compose-notification.ts';
import { notificationJobOf, type NotificationJob } from '../deliveries/notification-job.ts';
import { personLanguage } from '../deliveries/person-language.ts';
import { doorOf } from '../deliveries/render-notification.ts';
import type { DeliveryDeps } from '../deliveries/send-notification.ts';
import { recordSent } from '../record-sent.ts';
import { SendLoop } from '../send-loop.ts';
import { postSafely, type Outcome, type Outlet } from '../webhooks/post-safely.ts';
import { isDelivered, problemIn, waitAfter } from '../webhooks/schedule.ts';
import { isPushed, pushKindOf, requesterAsked } from './pushed.ts';

export type PushDeps = Omit<DeliveryDeps, 'mailer' | 'push'> & {
  pool: Pool;
  tenantMoves: TenantMoves;
  secrets: Secrets;
  /** Push services that may be sent to. */
  pushHosts: readonly string[];
  outlet?: Outlet;
};

/** Requests under way at once. */
const SLOTS = 16;
/** The push service knows no such subscription, or no more (RFC 8030, 7.3 and 8.3). */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** Of the 4xx, what may go by itself: our clock, our key, too many at once. */
const MAY_PASS: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** Sends notifications to browsers, each by itself. Several processes may: what one claimed no other takes. */
export class PushSender {
  readonly #deps: PushDeps;
  readonly #loop: SendLoop;

  constructor(deps: PushDeps) {
    this.#deps = deps;
    this.#loop = new SendLoop({
      look: () => this.#look(),
      tidy: () => tidyDeliveries(deps.pool, this.#now()),
      onFault: (err) => deps.logger.error({ err }, 'push messages could not be looked through; trying again'),
      now: deps.now,
    });
  }

  /**
   * Notes a message for every browser of its recipient, where it is for browsers; for those of the requester too, where
   * they are the one who is asked to sign. Idempotent.
   *
   * Commit point: the rows. The message's job is not done before them, and they are sent however often it is tried again.
   */
  async note(job: NotificationJob): Promise<void> {
    const kind = pushKindOf(job);
    if (kind === undefined || !isPushed(job)) return;
    const { pool, eventStore } = this.#deps;
    const { tenantId, notificationId } = job;
    const message = { notificationId, job, kind };
    const note = (recipient: Pick<PushRecipient, 'kind' | 'id'>) =>
      noteDeliveries(pool, { tenantId, ...recipient }, message);
    let isAny = await note({ kind: job.recipientKind, id: job.recipientId });
    if (kind === 'turn' && (await isAnyUserNotified(pool, tenantId, kind))) {
      const requesterId = await requesterAsked(createDomainLog(eventStore), job);
      if (requesterId !== undefined) isAny = (await note({ kind: 'user', id: requesterId })) || isAny;
    }
    if (isAny) this.#loop.wake();
  }

  /** Sends until aborted, and ends once what is under way has ended. */
  run(signal: AbortSignal): Promise<void> {
    return this.#loop.run(signal);
  }

  async #look(): Promise<Date | undefined> {
    const { pool, logger } = this.#deps;
    const slots = () => SLOTS - this.#loop.underWay;
    if (slots() > 0)
      for (const delivery of await claimDue(pool, { now: this.#now(), limit: slots() })) {
        const { notificationId } = delivery;
        this.#loop.follow(
          // Its claim ends by itself, and then it is sent again.
          this.#deliver(delivery).catch((error: unknown) =>
            logger.error({ err: error, notificationId }, 'a push message met a fault of ours'),
          ),
        );
      }
    return slots() > 0 ? nextDueAt(pool) : undefined;
  }

  /** A crash after the request and before its outcome is written sends it again: it replaces itself, by its topic and tag. */
  async #deliver(delivery: DueDelivery): Promise<void> {
    const { secrets, pushHosts, outlet } = this.#deps;
    const job = notificationJobOf({ payload: delivery.job });
    const away = await this.#deps.tenantMoves.awayOf(job.tenantId);
    // Looked at again once its claim ends.
    if (away?.code === 'TENANT_MOVING') return;
    if (away !== undefined) return this.#giveUp(delivery, away.message);
    const subscription = await findSubscription({ secrets }, delivery.subscriptionId);
    if (subscription === undefined) return dropSubscription(this.#deps, delivery.subscriptionId);
    if (!isOfPushService(subscription.endpoint, pushHosts))
      return this.#giveUp(delivery, 'its push service is not allowed');
    const request = await this.#requestFor(job, delivery.applicationKey, subscription);
    if (request === undefined) return endDelivery(this.#deps.pool, delivery, 'dropped');
    const post = () => postSafely(subscription.endpoint, request, outlet);
    const of = (outcome: Outcome) =>
      isDelivered(outcome) ? 'accepted' : isGone(outcome) ? 'refused' : 'failed';
    const outcome = await observedDelivery('push', post, { of });
    await recordSent(() => this.#settle(delivery, outcome));
  }

  /** Read from the log now: undefined for what is no use any more, or speaks of who was erased. */
  async #requestFor(
    job: NotificationJob,
    applicationKey: DueDelivery['applicationKey'],
    subscription: Parameters<typeof pushRequest>[0],
  ): Promise<PushRequest | undefined> {
    const { eventStore, proofSecret, publicUrl, secrets } = this.#deps;
    const log = createDomainLog(eventStore);
    const now = this.#now();
    if (!isPushed(job)) return undefined;
    const composing = { log, proofSecret, publicUrl: publicUrl.replace(/\/+$/, ''), now };
    const composed = await composeNotification(composing, job).catch((error: unknown) => {
      if (error instanceof Unprocessable) return { overtaken: error.message };
      throw error;
    });
    if ('overtaken' in composed) return undefined;
    const key = await findApplicationKey(secrets, applicationKey);
    if (key === undefined) throw new Error('there is no application key to send push messages by');
    const language =
      job.recipientKind === 'person' ? await personLanguage(log, job.tenantId, job.recipientId) : undefined;
    const message = {
      title: composed.email.subject,
      path: doorOf(job, language),
      tag: job.notificationId,
      language: language ?? 'pt-BR',
    };
    return pushRequest(subscription, message, { key, contact: contactOf(publicUrl), now });
  }

  async #settle(delivery: DueDelivery, outcome: Outcome): Promise<void> {
    const { pool } = this.#deps;
    if (isDelivered(outcome)) return endDelivery(pool, delivery, 'sent');
    const { subscriptionId, attempts, createdAt } = delivery;
    if (isGone(outcome)) {
      this.#deps.logger.info({ subscriptionId }, 'a browser is no longer subscribed');
      return dropSubscription(this.#deps, subscriptionId);
    }
    const now = this.#now();
    const isOver = now.getTime() - createdAt.getTime() >= PUSH_TTL_SECONDS * 1000;
    if (isOver || isRefused(outcome)) return this.#giveUp(delivery, problemIn(outcome) ?? '');
    const waitMs = waitAfter(attempts + 1, outcome, Math.random);
    return postponeDelivery(pool, delivery, new Date(now.getTime() + waitMs));
  }

  async #giveUp(delivery: DueDelivery, problem: string): Promise<void> {
    const { notificationId, subscriptionId } = delivery;
    this.#deps.logger.warn({ notificationId, subscriptionId, problem }, 'a push message was given up on');
    await endDelivery(this.#deps.pool, delivery, 'dropped');
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }
}

const isGone = (outcome: Outcome): boolean => outcome.kind === 'answered' && GONE.has(outcome.status);

/** Whether the same request would be refused again. */
const isRefused = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' &&
  outcome.status >= 400 &&
  outcome.status < 500 &&
  !MAY_PASS.has(outcome.status);

/** RFC 8292, 2.1 takes https and mailto: where the installation is, as far as others reach it. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:nao-responda@localhost';
