/** Where a server listens. */
export interface Endpoint {
  address: string;
  port: number;
}

export function endpointText({ address, port }: Endpoint): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
