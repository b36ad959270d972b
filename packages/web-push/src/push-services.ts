/**
 * Whether an endpoint is of a push service that may be sent to: `push.example` is that host, `*.push.example` any below
 * it. An endpoint comes from a browser, and could be any address.
 */
export function isOfPushService(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { hostname } = new URL(endpoint);
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));
}
