import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { companyQueries } from '@/entities/company/queries.ts';
import { templatesOf } from '@/features/processes/wizard/documents/template-finder.tsx';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { dayOf } from '@/lib/format/day.ts';
import { api } from '@/lib/session/session.ts';

import type { ChangeDraft, DraftState, DraftStore } from './draft-store.ts';
import { withPeople, withSignatories, withTemplates } from './draft-templates.ts';
import type { Draft } from './draft.ts';

/** What a draft is to begin from, as the address says. */
export interface Beginnings {
  template?: string | undefined;
  envelope?: string | undefined;
  group?: string | undefined;
  /** The user signs alone. */
  alone?: true | undefined;
}

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => dayOf(new Date(Date.now() + days * DAY_MS));

/** Puts into the draft what the address asks for, once, and the account's and the company's defaults. */
export function useBeginnings(
  { template, envelope, group }: Beginnings,
  { draft, place, store: { change } }: DraftState & { store: DraftStore },
  onBegun: () => void,
): { problem: Problem | undefined; retry: () => void } {
  const [problem, setProblem] = useState<Problem>();
  const asked = [template, envelope, group].join(' ').trim();

  const begin = useEffectEvent(async () => {
    setProblem(undefined);
    try {
      if (template !== undefined) {
        const found = await api.call('getTemplate', { params: { templateId: template } });
        change((current) => withTemplates(current, [found]));
        toast.success('Modelo incluído', { description: found.name });
      }
      if (envelope !== undefined) {
        const found = await templatesOf(envelope);
        change((current) => withTemplates(current, found));
        toast.success('Envelope incluído');
      }
      if (group !== undefined) {
        const { part, members, name } = await api.call('getSignerGroup', {
          params: { signerGroupId: group },
        });
        change((current) => ({ participants: withPeople(current, part, members) }));
        toast.success('Grupo incluído', { description: name });
      }
      onBegun();
    } catch (error) {
      setProblem(asProblem(error));
    }
  });
  useEffect(() => {
    // What comes is put into the draft when it comes.
    // oxlint-disable-next-line react/set-state-in-effect
    if (asked !== '') void begin();
  }, [asked]);

  useAccountDefaults(draft, change);
  useCompanySignatories(draft, place.draftId, change);
  return { problem, retry: () => void begin() };
}

/** Takes the account's defaults over into a draft that has not had them. */
function useAccountDefaults(draft: Draft, change: ChangeDraft): void {
  const { data } = useQuery({
    queryKey: ['tenant-settings'],
    queryFn: ({ signal }) => api.call('tenantSettings', { signal }),
    enabled: !draft.defaulted,
  });
  const { defaulted } = draft;
  useEffect(() => {
    if (data === undefined || defaulted) return;
    change(() => ({
      defaulted: true,
      deadline: data.deadlineDays === null ? '' : dayIn(data.deadlineDays),
      reminderDays: data.reminders?.everyDays ?? null,
      requirements: data.requirements,
    }));
  }, [data, defaulted, change]);
}

/** The company's usual signatories take its part as soon as it is chosen, the open roles first. */
function useCompanySignatories(draft: Draft, draftId: string, change: ChangeDraft): void {
  const companyId = draft.company?.companyId;
  const [of, setOf] = useState(draftId);
  const [seen, setSeen] = useState(companyId);
  if (of !== draftId) {
    // Another draft has the people that were chosen for it.
    setOf(draftId);
    setSeen(companyId);
  }
  const { data } = useQuery({
    ...companyQueries.detail(companyId ?? ''),
    enabled: companyId !== undefined && companyId !== seen,
  });
  useEffect(() => {
    if (data === undefined || data.companyId !== companyId || companyId === seen) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the company's people come from outside, when they come
    setSeen(companyId);
    change((current) => ({
      participants: withSignatories(current, data.companyId, data.defaultSignatories),
    }));
  }, [data, companyId, seen, change]);
}
