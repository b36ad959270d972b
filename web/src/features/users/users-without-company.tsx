import { Building2 } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import type { ListedUser } from '@/entities/user/queries.ts';

/** Common users whom nothing can be shown yet: each is assigned to a company by one press. */
export function UsersWithoutCompany({
  users,
  onAssign,
}: {
  users: readonly ListedUser[];
  onAssign: (user: ListedUser) => void;
}) {
  const waiting = users.filter(({ active, companyIds }) => active && companyIds.length === 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="esperam-acesso" className="mb-6 card">
      <div className="border-b border-line p-4 sm:px-5">
        <h2 id="esperam-acesso" className="font-semibold">
          Esperam acesso a uma empresa
        </h2>
        <p className="text-sm text-muted">
          Até lá, entram no Lacre mas não veem processos nem enviam documentos.
        </p>
      </div>
      <ul className="divide-y divide-line">
        {waiting.map((user) => (
          <li
            key={user.uid}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-5"
          >
            <span className="min-w-0 text-sm font-medium wrap-anywhere">{user.name}</span>
            <Button
              size="sm"
              icon={<Building2 />}
              aria-label={`Ligar a uma empresa: ${user.name}`}
              onClick={() => onAssign(user)}
            >
              Ligar a uma empresa
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
