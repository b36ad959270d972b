import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Lock, RefreshCw, SearchX, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';

/** How often a totem tries by itself, milliseconds. */
const TOTEM_RETRY_MS = 3000;

function iconOf(problem: Problem): ReactNode {
  if (problem.status === 403) return <Lock />;
  if (problem.status >= 400 && problem.status < 500) return <SearchX />;
  return <TriangleAlert />;
}

/** Stands in for a screen that could not be shown, and says what to do. */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const problem = asProblem(error);
  // An address with a malformed id is refused as a bad request.
  const malformed = problem.status === 400 || problem.status === 422;
  const missing = malformed || problem.status === 404 || problem.status === 403;
  // The first sentence, as headings have it, and what follows it.
  const [, first = '', rest] = /^(.*?)(?:\. (.*)|\.?)$/.exec(problem.title) ?? [];
  const heading = malformed ? say('Este endereço não existe') : first;
  useTitle(heading);

  async function retry(): Promise<void> {
    setRetrying(true);
    // A chunk of a former release is gone from the server: only a reload finds the new one.
    if (
      error instanceof Error &&
      /dynamically imported module|module script/i.test(error.message) &&
      (await isReachable())
    )
      window.location.reload();
    reset();
    await router.invalidate();
    setRetrying(false);
  }

  // At a totem no user would press it.
  const again = useEffectEvent(() => void retry());
  useEffect(() => {
    if (retrying || !isTotem()) return undefined;
    const timer = setTimeout(() => again(), TOTEM_RETRY_MS);
    return () => clearTimeout(timer);
  }, [retrying]);

  return (
    <EmptyState
      level="h1"
      icon={iconOf(problem)}
      title={heading}
      className="min-h-[60dvh] justify-center"
      action={
        <>
          {!missing && (
            <Button variant="primary" icon={<RefreshCw />} busy={retrying} onClick={() => void retry()}>
              {say('Tentar de novo')}
            </Button>
          )}
          <Button asChild>
            <Link to="/">{say('Ir para o início')}</Link>
          </Button>
        </>
      }
    >
      {problem.detail ??
        (malformed || (rest === undefined && problem.status === 404)
          ? say('Confira o endereço, ou peça acesso ao seu supervisor.')
          : rest)}
    </EmptyState>
  );
}

/** Without a line a reload would leave nothing on the screen but the browser's own page. */
const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
