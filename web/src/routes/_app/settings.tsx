import { createFileRoute } from '@tanstack/react-router';

import { SettingsPage } from '@/features/settings/settings-page.tsx';
import { settingsQuery } from '@/features/settings/settings-query.ts';
import { settingsSearch } from '@/features/settings/settings-search.ts';
import { requireSteward } from '@/lib/guards.ts';

export const Route = createFileRoute('/_app/settings')({
  validateSearch: settingsSearch,
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
