import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

import { codeOf, Outdated } from '@/lib/browser/fetch-code.ts';

/** An imperceptible wait, milliseconds. */
const PATIENCE_MS = 400;

/** Why code is not there: the line is down, or it is no longer on the server. */
export type CodeFault = 'line' | 'outdated';

/** A component whose code comes when it is asked for. */
export interface ComponentCode<Props> {
  /** Once it was had. */
  component: ComponentType<Props> | undefined;
  /** @throws Outdated, or whatever else says that the line is down */
  fetch: () => Promise<ComponentType<Props>>;
}

/** @param pick the component, of everything in its file */
export function componentCode<Code extends object, Props>(
  load: () => Promise<Code>,
  pick: (code: Code) => ComponentType<Props>,
): ComponentCode<Props> {
  const fetchFile = codeOf(load);
  const code: ComponentCode<Props> = {
    component: undefined,
    fetch: async () => {
      code.component ??= pick(await fetchFile());
      return code.component;
    },
  };
  return code;
}

/** Fetches the component while mounted. @param onFault called with every attempt that failed */
export function useCode<Props>(
  code: ComponentCode<Props>,
  onFault?: (fault: CodeFault, retry: () => void) => void,
): {
  Part: ComponentType<Props> | undefined;
  late: boolean;
  fault: CodeFault | undefined;
  retry: () => void;
} {
  const [Part, setPart] = useState(() => code.component);
  const [late, setLate] = useState(false);
  const [fault, setFault] = useState<CodeFault>();
  const retry = (): void => setFault(undefined);
  const tell = useEffectEvent((failed: CodeFault) => onFault?.(failed, retry));

  useEffect(() => {
    if (fault !== undefined) return undefined;
    // Asked also where it is here by now: it may have come, ahead of time, since this was drawn without it.
    let gone = false;
    const showWait = setTimeout(() => setLate(true), PATIENCE_MS);
    void code
      .fetch()
      .then(
        (component) => gone || setPart(() => component),
        (error: unknown) => {
          if (gone) return;
          const failed = error instanceof Outdated ? 'outdated' : 'line';
          setFault(failed);
          tell(failed);
        },
      )
      .finally(() => clearTimeout(showWait));
    return () => {
      gone = true;
      clearTimeout(showWait);
    };
  }, [code, fault]);

  return { Part, late, fault, retry };
}
