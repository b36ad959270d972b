import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';

/** Leads to the wizard. */
export function NewProcessButton() {
  return (
    <Button asChild variant="primary">
      <Link to="/processes/new" search={{ fresh: true }}>
        <Plus />
        Novo processo
      </Link>
    </Button>
  );
}
