import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('eventFeed', async ({ principal, query, reply }, { feed }) => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return feed.read(principal, query, gone.signal);
});
