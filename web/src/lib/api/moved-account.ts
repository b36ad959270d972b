/** What a problem says of an account that was moved to another installation. */
interface Moved {
  code?: string;
  address?: string;
}

/**
 * The answer, of a link or a download that is over. Of an account that was moved (TENANT_MOVED) it never comes: this
 * page's path opens at the address that the account has now, in place of this one, with search and fragment, and with
 * them the secrets of links.
 */
export async function answerOrFollow(gone: Response, at: Location = window.location): Promise<Response> {
  const { code, address } = (await gone
    .clone()
    .json()
    .catch(() => ({}))) as Moved;
  if (code !== 'TENANT_MOVED' || address === undefined || address === at.origin) return gone;
  at.replace(address + at.pathname + at.search + at.hash);
  return new Promise<never>(() => {});
}
