import { migratePush } from '@lacre/web-push';

import { PushSender, type PushDeps } from './push-sender.ts';

/** Sends notifications to browsers until stopped. `stop` waits for what is under way. */
export async function startPush(deps: PushDeps): Promise<{ sender: PushSender; stop(): Promise<void> }> {
  await migratePush(deps.pool);
  const stopping = new AbortController();
  const sender = new PushSender(deps);
  const running = sender.run(stopping.signal);
  return {
    sender,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
