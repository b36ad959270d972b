import type { ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';

/** A message is on its way: what to look for, and what to do when it does not come. */
export function MailSent({
  icon,
  onAgain,
  children,
}: {
  icon: ReactNode;
  onAgain: () => void;
  children: ReactNode;
}) {
  return (
    <output className="flex flex-col gap-5">
      <span className="flex size-14 items-center justify-center rounded-2xl bg-success-soft text-success [&_svg]:size-7">
        {icon}
      </span>
      <span className="block text-lg font-semibold">Confira seu email</span>
      <span className="block text-muted">{children}</span>
      <span className="block text-sm text-subtle">Não chegou? Olhe também a caixa de spam.</span>
      <Button block onClick={onAgain}>
        Usar outro email
      </Button>
    </output>
  );
}
