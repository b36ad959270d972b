import { inSpan } from '@lacre/tracing';

import { deliveries } from './instruments.ts';

type Outcome = 'accepted' | 'refused' | 'failed';

interface DeliveryOutcomes<Result> {
  /** Where a refusal is no error. Default: whatever came back was accepted. */
  of?: (result: Result) => Outcome;
  /** Which errors are refusals for good. Default none. */
  isRefusal?: (error: unknown) => boolean;
}

/** Counts a delivery by its outcome, in a span that knows neither recipient nor content. */
export function observedDelivery<Result>(
  channel: 'mail' | 'push' | 'sms' | 'webhook',
  deliver: () => Promise<Result>,
  { of = () => 'accepted', isRefusal = () => false }: DeliveryOutcomes<Result> = {},
): Promise<Result> {
  return inSpan(`send ${channel}`, { kind: 'client' }, async (span) => {
    const ended = (outcome: Outcome): void => {
      deliveries.inc({ channel, outcome });
      span?.setAttribute('lacre.outcome', outcome);
    };
    try {
      const result = await deliver();
      ended(of(result));
      return result;
    } catch (error) {
      ended(isRefusal(error) ? 'refused' : 'failed');
      throw error;
    }
  });
}
