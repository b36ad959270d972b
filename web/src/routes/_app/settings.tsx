import { createFileRoute } from '@tanstack/react-router';

import { settingsQuery } from '@/entities/tenant/settings-query.ts';
import { SettingsPage } from '@/features/settings/settings-page.tsx';
import { settingsSearch } from '@/features/settings/settings-search.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/settings')({
  validateSearch: exactly(settingsSearch),
  beforeLoad: requireSteward,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
  },
  component: Settings,
});

function Settings() {
  const navigate = Route.useNavigate();
  return (
    <SettingsPage
      tab={Route.useSearch().tab ?? 'identidade'}
      onTab={(tab) => void navigate({ search: settingsSearch({ tab }), resetScroll: false })}
    />
  );
}
