import { RefreshCw } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem } from '@/lib/api/problem.ts';

/** What a failed request has to say, with what can be done about it. */
export function ProblemCallout({
  error,
  failed,
  onRetry,
  retrying = false,
  className,
}: {
  error: unknown;
  /** What could not be done, where that has words of its own; the server's answer follows them. */
  failed?: string | undefined;
  /** Offered when the same request may succeed if sent again. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  className?: string;
}) {
  if (error === null || error === undefined) return null;
  const problem = asProblem(error);
  return (
    <Callout
      tone={problem.retryable ? 'warning' : 'danger'}
      live
      title={failed ?? problem.title}
      className={className}
      action={
        onRetry !== undefined && problem.retryable ? (
          <Button size="sm" icon={<RefreshCw />} busy={retrying} onClick={onRetry}>
            {say('Tentar de novo')}
          </Button>
        ) : undefined
      }
    >
      {failed !== undefined && <p>{problem.title}</p>}
      {problem.detail !== undefined && <p>{problem.detail}</p>}
      {(problem.status === 0 || problem.status >= 500) && onRetry === undefined && (
        <p>{say('Nada do que você preencheu se perdeu.')}</p>
      )}
      {problem.retryAfterSeconds !== undefined && (
        <p>{say('Aguarde {0} e tente de novo.', waitText(problem.retryAfterSeconds))}</p>
      )}
      {problem.status >= 500 && problem.instance !== undefined && (
        <p className="mt-1 text-xs text-subtle">{say('Código para o suporte: {0}', problem.instance)}</p>
      )}
    </Callout>
  );
}

function waitText(seconds: number): string {
  if (seconds < 90) return say('{0} segundos', Math.max(1, Math.ceil(seconds)));
  return say('{0} minutos', Math.ceil(seconds / 60));
}
