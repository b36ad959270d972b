import { Building2, FileSignature } from 'lucide-react';

import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { NewProcessButton } from '@/entities/process/new-process-button.tsx';

/** What a common user begins with: companies are the stewards' to register and to assign. */
export function CommonStart({ companies }: { companies: number }) {
  return (
    <section className="card">
      {companies === 0 ? (
        <EmptyState icon={<Building2 />} title="Falta ligar você a uma empresa" className="py-10!">
          Peça a quem administra a conta que inclua você em uma empresa. Assim que isso for feito, você envia
          documentos por aqui.
        </EmptyState>
      ) : (
        <EmptyState
          icon={<FileSignature />}
          title="Envie o primeiro documento"
          action={<NewProcessButton />}
          className="py-10!"
        >
          Escolha o arquivo, diga quem assina e acompanhe tudo por aqui.
        </EmptyState>
      )}
    </section>
  );
}
