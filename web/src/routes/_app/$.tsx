import { createFileRoute, notFound } from '@tanstack/react-router';

/** An unknown address: visitors are sent to sign in, as on every path that is not public; users are told. */
export const Route = createFileRoute('/_app/$')({
  loader: () => {
    throw notFound();
  },
});
