import type { SecurityKind } from '@lacre/contracts';

import type { Tone } from '@/components/ui/display/badge.tsx';

/** Words and colours for what a line of the security log is about. */
export const securityKindWords: Record<SecurityKind, { label: string; tone: Tone }> = {
  'sign-in': { label: 'Entrada', tone: 'neutral' },
  'sign-in-refused': { label: 'Entrada recusada', tone: 'danger' },
  refused: { label: 'Acesso recusado', tone: 'danger' },
  limited: { label: 'Limite atingido', tone: 'warning' },
  'access-change': { label: 'Mudança de acesso', tone: 'neutral' },
  export: { label: 'Saída de dados', tone: 'neutral' },
};
