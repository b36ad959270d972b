import type { AnswerOf } from '@lacre/contracts';
import { formatCpf } from '@lacre/contracts/brazil';
import { MAX_BATCH_MB, MAX_BATCH_PERSONS } from '@lacre/contracts/limits';
import { entriesOf, labelInSentence, namesWith, PERSON_FIELDS } from '@lacre/contracts/registers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, FileSpreadsheet, RotateCcw } from 'lucide-react';
import { useState } from 'react';

import { LeaveGuard } from '@/components/form/leave-guard.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { DropZone } from '@/components/ui/fields/drop-zone.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { Pagination } from '@/components/ui/tables/pagination.tsx';
import { personQueries } from '@/entities/person/queries.ts';
import { newIntent } from '@/lib/api/client.ts';
import { saveBlob } from '@/lib/api/download.ts';
import { uploadFile } from '@/lib/api/upload.ts';
import { formatNumber, plural } from '@/lib/format/format.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';

import { decoded, previewLines, type PreviewLine } from './csv-lines.ts';
import { csvTemplate } from './csv-template.ts';

const BREADCRUMB = [{ label: 'Pessoas', to: '/persons' }] as const;
const LINES_SHOWN = 50;

interface Checked {
  file: File;
  preview: AnswerOf<'createPersonBatch'>;
  lines: PreviewLine[];
}

/** Registers many persons from a file: it is checked whole, shown line by line, and stored whole or not at all. */
export function ImportPersonsPage() {
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const [intent, setIntent] = useState(newIntent);
  const check = useMutation({
    mutationFn: async (file: File): Promise<Checked> => {
      const [preview, bytes] = await Promise.all([
        uploadFile(api, 'createPersonBatch', file, { query: { dryRun: 'true' } }),
        file.arrayBuffer(),
      ]);
      return { file, preview, lines: previewLines(preview, decoded(bytes)) };
    },
    onSuccess: () => setIntent(newIntent()),
  });
  const send = useMutation({
    mutationFn: (file: File) => uploadFile(api, 'createPersonBatch', file, { idempotencyKey: intent }),
    onSuccess: async ({ position, total }) => {
      if (position !== null) api.rememberPosition(position);
      await queryClient.invalidateQueries({ queryKey: personQueries.all });
      toast.success(plural(total, 'pessoa cadastrada', 'pessoas cadastradas'));
      void navigate({ to: '/persons', ignoreBlocker: true });
    },
  });
  const checked = check.data;
  const startOver = () => {
    check.reset();
    send.reset();
  };

  return (
    <>
      <LeaveGuard
        when={checked !== undefined && !send.isSuccess}
        title="Sair sem importar?"
        description="Nenhuma pessoa do arquivo foi cadastrada ainda."
        confirmLabel="Sair sem importar"
        cancelLabel="Continuar aqui"
      />
      <PageHeader title="Importar pessoas" breadcrumb={BREADCRUMB} />
      <div className="mx-auto flex max-w-4xl flex-col gap-6 pt-6">
        {checked === undefined && (
          <>
            <Instructions />
            <DropZone
              label="Arraste o arquivo CSV para cá ou clique para escolher"
              touchLabel="Escolher arquivo CSV"
              hint={`Até ${formatNumber(MAX_BATCH_PERSONS)} pessoas e ${MAX_BATCH_MB} MB. Nada é cadastrado antes de você confirmar.`}
              accept={{ 'text/csv': ['.csv', '.txt'] }}
              icon={<FileSpreadsheet />}
              disabled={check.isPending}
              onFiles={(accepted, rejected) => {
                const [file] = [...accepted, ...rejected];
                if (file !== undefined) check.mutate(file);
              }}
            />
            {check.isPending && <SkeletonRows rows={4} label="Conferindo o arquivo…" />}
            <ProblemCallout
              error={check.error}
              onRetry={() => (check.variables === undefined ? undefined : check.mutate(check.variables))}
              retrying={check.isPending}
            />
          </>
        )}
        {checked !== undefined && (
          <>
            <Summary checked={checked} />
            <Lines lines={checked.lines} />
            <ProblemCallout
              error={send.error}
              onRetry={() => send.mutate(checked.file)}
              retrying={send.isPending}
            />
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button icon={<RotateCcw />} onClick={startOver}>
                Escolher outro arquivo
              </Button>
              {checked.preview.errors.length === 0 && (
                <Button variant="primary" busy={send.isPending} onClick={() => send.mutate(checked.file)}>
                  Cadastrar {plural(checked.preview.total, 'pessoa')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Instructions() {
  return (
    <section aria-labelledby="como" className="card p-5 sm:p-6">
      <h2 id="como" className="font-semibold">
        Como preparar o arquivo
      </h2>
      <ol className="mt-3 flex list-decimal flex-col gap-1.5 pl-5 text-sm text-muted">
        <li>Baixe o modelo e abra-o na sua planilha.</li>
        <li>
          Preencha uma pessoa por linha. Só <RequiredColumns /> são obrigatórios; colunas que não usar podem
          ser apagadas.
        </li>
        <li>Salve como CSV e envie aqui. Você confere cada linha antes de cadastrar.</li>
      </ol>
      <Button
        size="sm"
        icon={<FileSpreadsheet />}
        className="mt-4"
        onClick={() => saveBlob(csvTemplate(), 'modelo-pessoas.csv')}
      >
        Baixar modelo
      </Button>
    </section>
  );
}

const conjunction = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** `CPF, nome e email`, each standing out. */
function RequiredColumns() {
  const labels = namesWith(PERSON_FIELDS, 'required').map((name) => labelInSentence(PERSON_FIELDS[name]));
  return conjunction.formatToParts(labels).map(({ type, value }) =>
    type === 'element' ? (
      <strong key={value} className="text-ink">
        {value}
      </strong>
    ) : (
      value
    ),
  );
}

function Summary({ checked: { file, preview, lines } }: { checked: Checked }) {
  const wrong = lines.filter(({ faults }) => faults.length > 0).length;
  if (wrong === 0) {
    return (
      <Callout tone="success" live title={`Tudo certo com ${file.name}`}>
        {plural(preview.total, 'pessoa pronta', 'pessoas prontas')} para cadastrar. Confira e confirme.
      </Callout>
    );
  }
  return (
    <Callout
      tone="danger"
      title={`${plural(wrong, 'linha precisa', 'linhas precisam')} de correção em ${file.name}`}
    >
      Nada foi cadastrado: ou entram todas as pessoas, ou nenhuma. Corrija o arquivo e envie de novo.
    </Callout>
  );
}

/** A field as its column is called; a fault of the whole line names none. */
const columnName = (field: string): string =>
  entriesOf(PERSON_FIELDS).find(([name]) => name === field)?.[1].label ?? field;

const columns: readonly Column<PreviewLine>[] = [
  {
    id: 'person',
    header: 'Pessoa',
    primary: true,
    className: 'max-w-80',
    cell: ({ person, text, line }) =>
      person === undefined ? (
        <span className="font-mono text-[0.8125rem] wrap-anywhere text-muted">
          {text === '' ? `Linha ${line}` : text.slice(0, 160)}
        </span>
      ) : (
        <span className="wrap-anywhere">
          {person.name}
          <span className="block text-[0.8125rem] font-normal text-muted">
            <span className="tabular">{formatCpf(person.cpf)}</span> · <Email>{person.email}</Email>
          </span>
        </span>
      ),
  },
  { id: 'line', header: 'Linha', cell: ({ line }) => <span className="tabular">{formatNumber(line)}</span> },
  {
    id: 'state',
    header: 'Conferência',
    cell: ({ faults }) =>
      faults.length === 0 ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
          Pronta
        </Badge>
      ) : (
        <ul className="flex flex-col gap-1 text-[0.8125rem] text-danger">
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="flex gap-1.5 max-md:justify-end">
              <CircleX aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                {field !== '' && <strong className="font-semibold">{columnName(field)}: </strong>}
                {message}
              </span>
            </li>
          ))}
        </ul>
      ),
  },
];

function Lines({ lines }: { lines: readonly PreviewLine[] }) {
  const [page, setPage] = useState(1);
  const wrong = lines.filter(({ faults }) => faults.length > 0);
  const [filter, setFilter] = useState<'all' | 'wrong'>(wrong.length > 0 ? 'wrong' : 'all');
  const shown = filter === 'wrong' ? wrong : lines;
  return (
    <div>
      {wrong.length > 0 && wrong.length < lines.length && (
        <FilterTabs
          label="Mostrar linhas"
          name="csv-filter"
          options={[
            { value: 'wrong', label: 'Com erro', count: wrong.length },
            { value: 'all', label: 'Todas', count: lines.length },
          ]}
          value={filter}
          onValueChange={(value) => {
            setFilter(value);
            setPage(1);
          }}
          className="mb-3"
        />
      )}
      <DataTable
        caption="Linhas do arquivo"
        columns={columns}
        rows={shown.slice((page - 1) * LINES_SHOWN, page * LINES_SHOWN)}
        rowKey={({ line }) => String(line)}
      />
      <Pagination page={page} pageSize={LINES_SHOWN} total={shown.length} onPageChange={setPage} />
    </div>
  );
}
