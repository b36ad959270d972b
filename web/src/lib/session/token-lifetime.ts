/**
 * How long a token lasts from when it was issued, milliseconds: by what stands in it, so that a device whose clock is
 * wrong by hours counts right. What is no such token lasts until `expiresAt` by the device's clock.
 */
export function lifetimeOf({ token, expiresAt }: { token: string; expiresAt: string }): number {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { iat, exp } = JSON.parse(payload) as { iat?: number; exp?: number };
    if (typeof iat === 'number' && typeof exp === 'number') return (exp - iat) * 1000;
  } catch {
    // Handled by the clock below.
  }
  return new Date(expiresAt).getTime() - Date.now();
}
