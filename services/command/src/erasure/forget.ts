import { schema } from '../database/migrations.ts';
import type { CommandService } from '../service.ts';
import type { Subject } from './subject.ts';

type Forget = (service: CommandService, id: string) => Promise<unknown>;

/**
 * What is kept of somebody beside the log, and how it goes. Whoever keeps something new of persons or users adds a line;
 * the test that looks for an erased person in every table finds what is missing.
 */
const OF_PERSON: readonly Forget[] = [
  ({ pool }, id) => pool.query(`delete from ${schema}.signing_code where person_id = $1`, [id]),
];

const OF_USER: readonly Forget[] = [({ identity }, id) => identity.forgetUser(id)];

/** May be repeated. */
export async function forgetBesideTheLog(service: CommandService, { kind, id }: Subject): Promise<void> {
  for (const forget of kind === 'person' ? OF_PERSON : OF_USER) await forget(service, id);
}
