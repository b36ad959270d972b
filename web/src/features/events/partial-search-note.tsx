import { Callout } from '@/components/ui/feedback/callout.tsx';

/** So many names hold the words of a search that not all were followed into the record. */
export function PartialSearchNote() {
  return (
    <Callout tone="info" className="mb-4">
      Muitos nomes têm essas palavras, e nem todos entraram na busca. Escreva um nome mais completo.
    </Callout>
  );
}
