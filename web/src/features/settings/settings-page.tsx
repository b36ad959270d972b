import { useQuery } from '@tanstack/react-query';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { settingsQuery } from '@/entities/tenant/settings-query.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';

import { AppearanceForm } from './appearance-form.tsx';
import { DefaultsForm } from './defaults-form.tsx';
import { DomainsPanel } from './domains-panel.tsx';
import type { SettingsTab } from './settings-search.ts';
import { TagsPanel } from './tags-panel.tsx';

/** How the tenant is shown, what its processes begin with, its addresses and its tags. */
export function SettingsPage({ tab, onTab }: { tab: SettingsTab; onTab: (tab: SettingsTab) => void }) {
  const query = useQuery(settingsQuery);
  const settings = query.data;
  const waiting = query.isPending ? (
    <Skeleton className="h-96 rounded-[14px]!" />
  ) : (
    <ProblemCallout
      error={query.error}
      failed={tenantFailures.settings}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
  return (
    <>
      <PageHeader title="Configurações" />
      <div className="mx-auto max-w-4xl pt-4">
        <Tabs
          label="Configurações"
          value={tab}
          onValueChange={(value) => onTab(value as SettingsTab)}
          tabs={[
            {
              value: 'identidade',
              label: 'Identidade',
              content: settings === undefined ? waiting : <AppearanceForm settings={settings} />,
            },
            {
              value: 'processos',
              label: 'Processos',
              content: settings === undefined ? waiting : <DefaultsForm settings={settings} />,
            },
            { value: 'dominios', label: 'Domínios', content: <DomainsPanel /> },
            { value: 'etiquetas', label: 'Etiquetas', content: <TagsPanel /> },
          ]}
        />
      </div>
    </>
  );
}
