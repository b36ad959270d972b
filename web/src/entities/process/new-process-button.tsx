import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { useIsWithoutCompany } from '@/lib/session/use-session.ts';

/** Leads to the wizard; none for a user without a company, in whose name nothing can be sent. */
export function NewProcessButton() {
  if (useIsWithoutCompany()) return null;
  return (
    <Button asChild variant="primary">
      <Link to="/processes/new" search={{ fresh: true }}>
        <Plus />
        Novo processo
      </Link>
    </Button>
  );
}
