import { useSyncExternalStore } from 'react';

import { personSession, type PersonSession } from './person-session.ts';
import { session, type CurrentUser, type SessionState } from './session.ts';

/** The signed-in state, followed as it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, session.get);
}

/** The user of the screens behind sign-in; undefined only while signing out. */
export function useUser(): CurrentUser | undefined {
  const state = useSession();
  return state.status === 'authenticated' || state.status === 'expired' ? state.user : undefined;
}

/** The signing person of this tab, if one proved who they are. */
export function usePersonSession(): PersonSession | undefined {
  return useSyncExternalStore(personSession.subscribe, personSession.get);
}

/** Whether the user runs the account: administrators and managers do. */
export function useIsSteward(): boolean {
  const role = useUser()?.role;
  return role === 'administrator' || role === 'manager';
}

/** Whether the user still waits for a company: common users act for those alone that they are assigned to. */
export function useIsWithoutCompany(): boolean {
  const user = useUser();
  return user?.role === 'common' && user.companyIds.length === 0;
}
