import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';

const NAMES = new Intl.ListFormat('pt-BR');

/** Names the files that could not go, before the process goes on without them. */
export function LeftOutFiles({
  names,
  included,
  onContinue,
}: {
  names: readonly string[];
  /** How many documents it goes on with. */
  included: number;
  onContinue: () => void;
}) {
  const one = names.length === 1;
  return (
    <Callout
      tone="warning"
      live
      title={one ? 'Um arquivo não foi incluído' : `${names.length} arquivos não foram incluídos`}
      action={<Button onClick={onContinue}>{one ? 'Continuar sem ele' : 'Continuar sem eles'}</Button>}
    >
      {NAMES.format(names)}. Envie de novo ou continue com{' '}
      {included === 1 ? 'o documento incluído' : `os ${included} documentos incluídos`}.
    </Callout>
  );
}
