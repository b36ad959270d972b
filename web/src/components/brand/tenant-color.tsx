import { useEffect } from 'react';

/** Paints everything in a tenant's colour for as long as it stands; `undefined` while the colour is not known yet. */
export function TenantColor({ hex }: { hex: string | null | undefined }) {
  useEffect(() => {
    if (hex === null || hex === undefined) return undefined;
    let left = false;
    // Tenants without a colour of their own have no use for the reckoning of shades.
    const shades = import('@/lib/style/tenant-color.ts').then(({ paintTenantColor }) => {
      if (!left) paintTenantColor(hex);
      return paintTenantColor;
    });
    // Without it everything stands in the product's own colour, and is no less of use.
    shades.catch(() => undefined);
    return () => {
      left = true;
      void shades.then(
        (paint) => paint(null),
        () => undefined,
      );
    };
  }, [hex]);
  return null;
}
