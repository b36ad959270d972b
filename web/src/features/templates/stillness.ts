/** How long nothing is typed before what was typed is judged and drawn, milliseconds. */
export const STILL_MS = 500;
