import { personSession, type PersonSession } from './person-session.ts';
import { session } from './session.ts';

/**
 * Messages between the tabs of one browser. It stays within the browser and this origin, and nothing is kept: a
 * session reaches another tab only while one that holds it is open.
 */
type Word =
  | { kind: 'signed-out' }
  /** A user signed in: a waiting tab goes on. */
  | { kind: 'signed-in' }
  /** This person's link was opened in a tab without their session. */
  | { kind: 'person-wanted'; personId: string }
  | { kind: 'person-known'; known: PersonSession }
  | { kind: 'person-left'; personId: string };

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('lacre') : undefined;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to reach
const say = (word: Word): void => channel?.postMessage(word);

/** Asks the other tabs for the session of the person a link names: mail apps open every link in a tab of its own. */
export function askForPerson(personId: string): void {
  wanted = personId;
  say({ kind: 'person-wanted', personId });
}
let wanted: string | undefined;

/**
 * From now on signing out here signs out everywhere, and the session of a person is shared with the tabs that hold
 * their link.
 * @param onSignedOut called when another tab signed out
 */
export function connectTabs(onSignedOut: () => void): void {
  let signedIn = isSignedIn();
  let before = session.get().status;
  session.subscribe(() => {
    const { status } = session.get();
    if (signedIn && !isSignedIn()) say({ kind: 'signed-out' });
    if (status === 'authenticated' && before !== status) say({ kind: 'signed-in' });
    signedIn = isSignedIn();
    before = status;
  });
  let person = personSession.get();
  personSession.subscribe(() => {
    const next = personSession.get();
    if (person !== undefined && next === undefined)
      say({ kind: 'person-left', personId: person.person.personId });
    if (next !== undefined && next !== person) say({ kind: 'person-known', known: next });
    person = next;
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data, onSignedOut));
}

function hear(word: Word, onSignedOut: () => void): void {
  const own = personSession.get();
  if (word.kind === 'signed-out' && isSignedIn()) {
    session.drop();
    onSignedOut();
  }
  // Where the line is down the password is still asked for.
  if (word.kind === 'signed-in') void session.resume().catch(() => undefined);
  if (word.kind === 'person-wanted' && own?.person.personId === word.personId)
    say({ kind: 'person-known', known: own });
  if (
    word.kind === 'person-known' &&
    word.known.person.personId === wanted &&
    own?.token !== word.known.token
  )
    personSession.adopt(word.known);
  if (word.kind === 'person-left' && own?.person.personId === word.personId) personSession.close();
}

function isSignedIn(): boolean {
  const { status } = session.get();
  return status === 'authenticated' || status === 'expired';
}
