import { RefreshCw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { say } from '@/i18n/say.ts';

import { componentCode, useCode } from './use-code.ts';

/**
 * A part of a screen whose code comes when it is shown. Where it cannot be fetched, that is shown in its place, with
 * what can be done: a failure of `React.lazy` would take the screen away with everything typed in it.
 * @param waiting stands there meanwhile
 */
export function lazyPart<Code extends object, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => ComponentType<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> & { prepare: () => void } {
  const code = componentCode(load, pick);
  function LazyPart(props: Props) {
    const { Part, fault, retry } = useCode(code);
    if (Part !== undefined) return <Part {...props} />;
    if (fault === undefined) return waiting;
    return <MissingPart outdated={fault === 'outdated'} onRetry={retry} />;
  }
  // Ahead of time: a failure is shown where it is missed.
  LazyPart.prepare = (): void => void code.fetch().catch(() => undefined);
  return LazyPart;
}

function MissingPart({ outdated, onRetry }: { outdated: boolean; onRetry: () => void }) {
  return (
    <div className="mx-auto w-full max-w-[560px] p-4">
      <Callout
        live
        tone="warning"
        title={outdated ? 'O Lacre foi atualizado' : say('Não foi possível abrir esta parte')}
        action={
          <Button
            size="sm"
            icon={<RefreshCw />}
            onClick={outdated ? () => window.location.reload() : onRetry}
          >
            {outdated ? say('Recarregar a página') : say('Tentar de novo')}
          </Button>
        }
      >
        <p>
          {outdated
            ? say('Há uma versão nova: recarregue a página para continuar.')
            : say('Confira sua internet e tente de novo.')}
        </p>
      </Callout>
    </div>
  );
}
