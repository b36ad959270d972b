/** What a problem says of an account that was moved to another installation (TENANT_MOVED). */
interface Moved {
  code: string;
  address?: string;
}

/**
 * Opens this page's path at the address that the account has now, in place of this one: search and fragment go along, and
 * with them the secrets of links. @returns false where the answer is about something else
 */
export function followMovedAccount({ code, address }: Moved, at: Location = window.location): boolean {
  if (code !== 'TENANT_MOVED' || address === undefined || address === at.origin) return false;
  at.replace(address + at.pathname + at.search + at.hash);
  return true;
}

/** 410 Gone is said of links and downloads that are over too. */
export async function movedAccountOf(answer: Response): Promise<Moved | undefined> {
  if (answer.status !== 410) return undefined;
  return answer
    .clone()
    .json()
    .catch(() => undefined) as Promise<Moved | undefined>;
}
