import type { ErasureReason } from '@lacre/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Eraser, ScanFace } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { personQueries, type Person } from '@/entities/person/queries.ts';
import { saveBlob } from '@/lib/api/download.ts';
import { api } from '@/lib/session/session.ts';

/** The LGPD's reasons, in words. */
const REASONS: readonly { value: ErasureReason; label: string }[] = [
  { value: 'subject-request', label: 'A pessoa pediu' },
  { value: 'consent-revoked', label: 'A pessoa retirou o consentimento' },
  { value: 'purpose-reached', label: 'Os dados já cumpriram sua finalidade' },
  { value: 'term-ended', label: 'O prazo de guarda terminou' },
  { value: 'authority-order', label: 'Determinação da autoridade (ANPD)' },
];

/** What a person may ask of the controller of their data: a copy of it, and its end (LGPD, art. 18). */
export function PersonPrivacy({ person, onErased }: { person: Person; onErased: () => Promise<void> }) {
  const [erasing, setErasing] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <ExportCard person={person} />
      <FaceCard person={person} />
      <section aria-labelledby="apagar" className="card p-5 sm:p-6">
        <h2 id="apagar" className="font-semibold">
          Apagar os dados
        </h2>
        <p className="mt-1 max-w-2xl text-sm text-muted">
          Apaga o cadastro e tudo o que o registro de eventos guarda desta pessoa. Não há volta, nem para nós.
          Documentos já selados continuam como estão e valem: quem os assinou depende deles como prova (LGPD,
          art. 16, I).
        </p>
        <Button variant="danger" icon={<Eraser />} className="mt-4" onClick={() => setErasing(true)}>
          Apagar dados pessoais
        </Button>
      </section>
      {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} onErased={onErased} />}
    </div>
  );
}

/** Of a face the account sees nothing, and may erase it all the same. */
function FaceCard({ person: { personId, name } }: { person: Person }) {
  const [erasing, setErasing] = useState(false);
  return (
    <section aria-labelledby="rosto" className="card p-5 sm:p-6">
      <h2 id="rosto" className="font-semibold">
        Rosto cadastrado
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Se a pessoa cadastrou o rosto para assinar, os números e as fotos dele ficam cifrados e esta conta não
        os vê. Apague-os a pedido dela; na próxima assinatura com o rosto, ela poderá cadastrá-lo de novo.
      </p>
      <Button icon={<ScanFace />} className="mt-4" onClick={() => setErasing(true)}>
        Apagar rosto cadastrado
      </Button>
      {erasing && (
        <ConfirmCommand
          title="Apagar o rosto cadastrado?"
          description={
            <>
              O que se guarda do rosto de{' '}
              <strong className="font-medium wrap-anywhere text-ink">{name}</strong> será apagado para sempre.
              O que a pessoa já assinou continua valendo.
            </>
          }
          confirmLabel="Apagar rosto"
          danger
          send={(idempotencyKey) => api.call('erasePersonFace', { params: { personId }, idempotencyKey })}
          onDone={() => {
            setErasing(false);
            toast.success('Rosto apagado');
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  );
}

function ExportCard({ person: { personId, cpf } }: { person: Person }) {
  const exporting = useMutation({
    mutationFn: async () => {
      const data = await api.call('exportPerson', { params: { personId } });
      const text = JSON.stringify(data, null, 2);
      saveBlob(new Blob([text], { type: 'application/json' }), `dados-pessoais-${cpf}.json`);
    },
    onSuccess: () => toast.success('Cópia dos dados salva'),
  });
  return (
    <section aria-labelledby="exportar" className="card p-5 sm:p-6">
      <h2 id="exportar" className="font-semibold">
        Cópia dos dados
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Um arquivo com tudo o que esta conta guarda da pessoa: cadastro, processos, assinaturas, termos
        aceitos, aparelhos e mensagens, direto do registro de eventos (LGPD, art. 18, II). Entregue-o só a
        ela.
      </p>
      <ProblemCallout error={exporting.error} className="mt-4" />
      <Button
        icon={<Download />}
        busy={exporting.isPending}
        className="mt-4"
        onClick={() => exporting.mutate()}
      >
        Baixar cópia dos dados
      </Button>
    </section>
  );
}

function EraseDialog({
  person: { personId, name },
  onClose,
  onErased,
}: {
  person: Person;
  onClose: () => void;
  onErased: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState<ErasureReason | ''>('');
  const [understood, setUnderstood] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <ConfirmCommand
      title="Apagar os dados desta pessoa?"
      description={
        <>
          Tudo o que guardamos de <strong className="font-medium wrap-anywhere text-ink">{name}</strong> será
          apagado para sempre. Nos processos passados o nome dá lugar a “dados removidos”.
        </>
      }
      confirmLabel="Apagar para sempre"
      danger
      unsaved={understood}
      said={reason}
      ready={reason !== '' && understood}
      onUnready={() => setAsked(true)}
      send={(idempotencyKey) =>
        api.call('erasePerson', {
          params: { personId },
          body: { reason: reason === '' ? 'subject-request' : reason },
          idempotencyKey,
        })
      }
      onDone={async () => {
        toast.success('Dados apagados');
        onClose();
        await onErased();
        queryClient.removeQueries({ queryKey: personQueries.detail(personId).queryKey });
        await queryClient.invalidateQueries();
      }}
      onClose={onClose}
    >
      <Field
        label="Motivo"
        required
        error={asked && reason === '' ? 'Escolha o motivo' : undefined}
        help="Fica no registro, sem dizer de quem se trata."
      >
        <Select
          options={REASONS}
          placeholder="Escolha o motivo"
          value={reason}
          onChange={(event) => setReason(event.target.value as ErasureReason | '')}
        />
      </Field>
      <Checkbox
        label="Entendo que não há volta"
        checked={understood}
        aria-invalid={asked && !understood ? true : undefined}
        description={asked && !understood ? 'Marque para continuar' : undefined}
        onChange={(event) => setUnderstood(event.target.checked)}
      />
    </ConfirmCommand>
  );
}
