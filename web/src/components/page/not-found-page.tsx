import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { useTitle } from '@/lib/hooks/use-title.ts';

/** The page was not found. */
export function NotFoundPage() {
  useTitle('Página não encontrada');
  return (
    <EmptyState
      level="h1"
      icon={<Compass />}
      title="A página não foi encontrada"
      className="min-h-[70dvh] justify-center"
      action={
        <Button asChild variant="primary">
          <Link to="/">Ir para o início</Link>
        </Button>
      }
    >
      O endereço pode ter sido digitado errado ou a página pode ter mudado de lugar.
    </EmptyState>
  );
}
