/** The address of the same database by TCP, where it is one by the server's Unix socket (`?host=`). */
export function byTcp(connectionString: string): URL {
  const url = new URL(connectionString);
  url.searchParams.delete('host');
  return url;
}
