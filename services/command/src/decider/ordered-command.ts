import type { DomainEvent } from '@lacre/contracts';

import type { Aggregate } from './decision.ts';

/** Takes a command of any aggregate. */
type TakeCommand<Taken> = <Command, State, Event extends DomainEvent>(
  aggregate: Aggregate<Command, State, Event>,
  id: string,
  command: Command,
) => Taken;

/** A command of some aggregate for one of its streams, to stand in a list with those of others. */
export type OrderedCommand = <Taken>(take: TakeCommand<Taken>) => Taken;

export const ordered =
  <Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    id: string,
    command: Command,
  ): OrderedCommand =>
  (take) =>
    take(aggregate, id, command);
