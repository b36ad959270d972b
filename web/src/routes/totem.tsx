import { createFileRoute } from '@tanstack/react-router';

import { TotemPage } from '@/features/signing/totem/totem-page.tsx';
import { resumeVisit } from '@/features/signing/totem/visit-language.ts';
import { requireTotem } from '@/lib/session/guards.ts';

/** The kiosk; its users are sent here from everywhere, and no other is let in. */
export const Route = createFileRoute('/totem')({
  beforeLoad: async ({ location }) => {
    await requireTotem(location.href);
  },
  loader: resumeVisit,
  component: TotemPage,
});
