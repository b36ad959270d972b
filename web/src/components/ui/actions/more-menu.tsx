import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Menu } from './dropdown-menu.tsx';

/** What else can be done with something, behind three dots. */
export function MoreMenu({
  label,
  size = 'icon',
  busy = false,
  children,
}: {
  /** What the button is called: "Ações de Ana Souza". */
  label: string;
  size?: 'icon' | 'iconSm';
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size={size} aria-label={label} busy={busy} icon={<EllipsisVertical />} />
      }
    >
      {children}
    </Menu>
  );
}
