import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';

/** What a new process begins from; one of them. */
export interface Beginning {
  template?: string;
  envelope?: string;
  group?: string;
}

/** Begins a process with it. */
export function UseButton({
  beginning,
  name,
}: {
  beginning: Beginning;
  /** Of what is used, where several stand on a page; it is the page's only one without. */
  name?: string;
}) {
  return (
    <Button asChild size="sm" variant={name === undefined ? 'primary' : 'soft'}>
      <Link
        to="/processes/new"
        search={{ ...beginning }}
        aria-label={name === undefined ? undefined : `Usar ${name}`}
      >
        <Send />
        Usar
      </Link>
    </Button>
  );
}
