/** The signing order of a process: groups one after another, members of one in parallel. */

interface Placed {
  group?: number | undefined;
}

export const groupOf = ({ group }: Placed): number => group ?? 1;

/** The group that is asked when the process is created. */
export const firstGroupOf = (participants: readonly Placed[]): number =>
  Math.min(...participants.map(groupOf));
