import type { Audited, BegunCheck } from '../check.ts';

/**
 * A key of a person's data ends when the log says that they are erased, and never otherwise: one that is still
 * there after it leaves the data readable, and one that ended without it hides what no one asked to be forgotten.
 */
export async function keysFollowLog({ pool }: Audited): Promise<BegunCheck> {
  // Before the log: a person erased meanwhile has a key here, and is asked about below as the rows are then.
  const before = await ended(pool);
  const erased = new Map<string, { stream: string; isCompleted: boolean }>();
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
      }
    },
    end: async () => {
      const after = await ended(pool);
      const kept = [...erased].filter(([subject, { isCompleted }]) => isCompleted && !after.has(subject));
      const lost = [...before].filter((subject) => !erased.has(subject));
      return {
        looked: `${erased.size} pessoas e usuários apagados`,
        problems: [
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
