import { describeEventStore } from '../testing/index.ts';
import { createMemoryEventStore } from './memory-event-store.ts';

describeEventStore('memory', () => Promise.resolve({ store: createMemoryEventStore() }));
