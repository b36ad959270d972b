/**
 * Says in one line what a run of the tests leaves out, since this machine lacks what it needs: a suite that is
 * not run is named, never skipped in silence.
 */
export function leaveOut(what: string, needs: string): void {
  console.warn(`left out: ${what} (needs ${needs})`);
}
