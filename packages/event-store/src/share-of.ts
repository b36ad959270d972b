/** How much `done` is of `whole`, from 0 to 1; of nothing, all is done. */
export const shareOf = (done: number, whole: number): number =>
  whole <= 0 ? 1 : Math.min(1, Math.max(0, done / whole));
