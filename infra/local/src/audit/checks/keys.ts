import { eventsAfter } from '@lacre/event-store';
import { subjectsIn } from '@lacre/personal-data';

import type { Audited, BegunCheck } from '../check.ts';

/**
 * A key of a person's data ends when the log says that they are erased, or that all of their account is forgotten here, and
 * never otherwise: one that is still there after it leaves the data readable, and one that ended without it hides what no
 * one asked to be forgotten.
 */
export async function keysFollowLog(audited: Audited): Promise<BegunCheck> {
  const { pool } = audited;
  // Before the log: a person erased meanwhile has a key here, and is asked about below as the rows are then.
  const before = await ended(pool);
  const erased = new Map<string, { stream: string; isCompleted: boolean }>();
  const forgotten = new Map<string, string>();
  return {
    enter: (event) => {
      const { stream } = event;
      switch (event.type) {
        case 'PersonErased':
          erased.set(event.data.personId, { stream, isCompleted: false });
          break;
        case 'UserErased':
          erased.set(event.data.userId, { stream, isCompleted: false });
          break;
        case 'PersonErasureCompleted':
          erased.set(event.data.personId, { stream, isCompleted: true });
          break;
        case 'UserErasureCompleted':
          erased.set(event.data.userId, { stream, isCompleted: true });
          break;
        case 'TenantMoveForgotten':
          forgotten.set(event.data.tenantId, stream);
          break;
      }
    },
    end: async () => {
      const after = await ended(pool);
      const left = await subjectsOf(audited, forgotten);
      const kept = [...erased].filter(([subject, { isCompleted }]) => isCompleted && !after.has(subject));
      const remaining = new Set(
        [...left].flatMap(([subject, stream]) => (after.has(subject) ? [] : [stream])),
      );
      const lost = [...before].filter((subject) => !erased.has(subject) && !left.has(subject));
      return {
        looked: `${new Set([...erased.keys(), ...left.keys()]).size} pessoas e usuários apagados`,
        problems: [
          ...[...remaining].map((where) => ({
            where,
            what: 'a conta foi esquecida depois de levada, e ainda há chaves dos dados pessoais dela: repita lacre tenant forget',
          })),
          ...kept.map(([, { stream }]) => ({
            where: stream,
            what: 'a chave dos dados pessoais ainda existe, embora o registro os diga apagados',
          })),
          ...lost.map((subject) => ({
            where: `personal_data.subject_key ${subject}`,
            what: 'a chave dos dados pessoais foi destruída sem que o registro diga que foram apagados',
          })),
        ],
      };
    },
  };
}

/** Whose keys were destroyed. */
async function ended(pool: Audited['pool']): Promise<Set<string>> {
  const { rows } = await pool.query<{ subject: string }>(
    'select subject_id::text as subject from personal_data.subject_key where wrapped is null',
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** Of forgotten tenants, by the streams that say so: whose data their events have. */
async function subjectsOf(
  audited: Audited,
  forgotten: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const subjects = new Map<string, string>();
  if (forgotten.size === 0) return subjects;
  const log = await audited.openStoredLog();
  try {
    for await (const event of eventsAfter(log)) {
      const { tenantId } = event.metadata;
      const stream = typeof tenantId === 'string' ? forgotten.get(tenantId) : undefined;
      if (stream !== undefined) for (const subject of subjectsIn(event)) subjects.set(subject, stream);
    }
  } finally {
    await log.close();
  }
  return subjects;
}
