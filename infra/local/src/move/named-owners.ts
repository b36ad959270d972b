import type { RecordedEvent } from '@lacre/event-store';
import { subjectsIn } from '@lacre/personal-data';

/** Whose the personal data in a tenant's events is, and its users: what rows outside the log are found by. */
export class NamedOwners {
  readonly subjects = new Set<string>();
  readonly userIds = new Set<string>();

  enter(event: RecordedEvent): void {
    for (const subject of subjectsIn(event)) this.subjects.add(subject);
    const { userId } = event.data;
    if (event.type === 'UserCreated' && typeof userId === 'string') this.userIds.add(userId);
  }
}
