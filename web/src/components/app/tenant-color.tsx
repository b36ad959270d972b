import { useEffect } from 'react';

import { paintTenantColor } from '@/lib/tenant-color.ts';

/** Paints everything in a tenant's colour for as long as it stands; `undefined` while the colour is not known yet. */
export function TenantColor({ hex }: { hex: string | null | undefined }) {
  useEffect(() => {
    paintTenantColor(hex);
    return () => paintTenantColor(null);
  }, [hex]);
  return null;
}
