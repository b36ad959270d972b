import { SEAL_FAILURES } from '@lacre/contracts/seal-steps';
import {
  Ban,
  Download,
  Eye,
  FileArchive,
  FileClock,
  FileSignature,
  FileText,
  KeyRound,
  Stamp,
} from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { MenuItem, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { PrintsOtherwise } from '@/entities/document/prints-otherwise.tsx';
import type { ProcessDetail, ProcessDocument } from '@/entities/process/queries.ts';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { documentStatus } from '@/i18n/vocabulary.ts';
import {
  downloadEvidenceKey,
  downloadFile,
  evidenceFileName,
  originalFileName,
  sealedFileName,
} from '@/lib/api/download.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { formatBytes, formatNumber, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { SealSteps } from './seal-steps.tsx';

const DocumentSignatures = lazyPart(
  () => import('./document-signatures.tsx'),
  (code) => code.DocumentSignatures,
);
const RequestDownloadDialog = lazyDialog(
  () => import('@/entities/download/request-download-dialog.tsx'),
  (code) => code.RequestDownloadDialog,
);
const PartialCopyDialog = lazyDialog(
  () => import('./partial-copy-dialog.tsx'),
  (code) => code.PartialCopyDialog,
);

/** The documents of a process: where each stands, and what can be done with it. */
export function DocumentsCard({
  process,
  onView,
  onCancel,
}: {
  process: ProcessDetail;
  onView: (documentId: string, version?: 'sealed') => void;
  /** Undefined where the process is looked at as it was: nothing can be done then. */
  onCancel: ((document: ProcessDocument) => void) | undefined;
}) {
  return (
    <section aria-labelledby="documentos" className="card">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2 sm:px-6">
        <h2 id="documentos" className="font-semibold">
          {process.documents.length === 1 ? 'Documento' : 'Documentos'}
        </h2>
        {onCancel !== undefined && <DownloadAll process={process} />}
      </div>
      <ul className="divide-y divide-line">
        {process.documents.map((document) => (
          <DocumentRow
            key={document.documentId}
            process={process}
            document={document}
            onView={(version) => onView(document.documentId, version)}
            onCancel={onCancel === undefined ? undefined : () => onCancel(document)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Several sealed documents in one zip; a single one is downloaded as it is. */
function DownloadAll({ process: { processId, summary, documents } }: { process: ProcessDetail }) {
  const [asking, setAsking] = useState(false);
  const sealedCount = documents.filter((code) => code.status === 'sealed').length;
  if (sealedCount < 2) return null;
  return (
    <>
      <Button size="sm" icon={<FileArchive />} onClick={() => setAsking(true)}>
        {sealedCount === documents.length ? 'Baixar todos' : `Baixar os ${sealedCount} selados`}
      </Button>
      {asking && (
        <RequestDownloadDialog
          processes={[{ processId, summary, sealedCount }]}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function DocumentRow({
  process,
  document,
  onView,
  onCancel,
}: {
  process: ProcessDetail;
  document: ProcessDocument;
  onView: (version?: 'sealed') => void;
  onCancel: (() => void) | undefined;
}) {
  const { busy, download } = useDownload(process.processId, document);
  const [copying, setCopying] = useState(false);
  const ended = ['failed', 'rejected', 'canceled'].includes(document.status);
  const sealing = document.status === 'completed' || document.status === 'sealed';
  return (
    <li className="p-5 sm:px-6">
      <div className="flex items-start gap-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-primary-soft text-primary-ink max-sm:hidden">
          <FileText aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="min-w-0 font-medium break-words">{document.name}</h3>
            <StatusBadge of="document" status={document.status} />
          </div>
          <p className="mt-1 text-sm text-muted">
            {plural(document.pages, 'página')} · {formatBytes(document.sizeBytes)}
            <span className="max-sm:hidden"> · </span>
            <span className="whitespace-nowrap max-sm:block">
              {formatNumber(document.signaturesDone)} de {plural(document.signaturesTotal, 'assinatura')}
            </span>
          </p>
          {ended && <p className="mt-1 text-sm text-muted">{documentStatus[document.status].meaning}</p>}
          {document.sealFailure !== null && (
            <p className="mt-1 text-sm text-danger">{SEAL_FAILURES[document.sealFailure]}</p>
          )}
          {document.printsOtherwise && <PrintsOtherwise className="mt-2" />}
          {document.selection !== null && (
            <p className="mt-1 text-sm wrap-anywhere text-muted">
              Pergunta: “{document.selection.question}” {document.selection.options.join(' / ')}
            </p>
          )}
          {document.evidenceApart && (
            <DocumentSignatures
              processId={process.processId}
              documentId={document.documentId}
              name={document.name}
            />
          )}
          {sealing && (
            <div className="mt-3">
              <SealSteps document={document} />
            </div>
          )}
          {document.validationCode !== null && (
            <p className="mt-3 flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-muted">
              Código de validação <span className="font-mono text-ink">{document.validationCode}</span>
              <CopyButton text={document.validationCode} label="Copiar código de validação" iconOnly />
            </p>
          )}
          {/* The menu's column is free down here: on a phone two buttons need it. */}
          <div className={cn('mt-4 flex flex-wrap gap-2', onCancel !== undefined && 'max-sm:-mr-14')}>
            {document.status === 'sealed' && onCancel !== undefined && (
              <Button
                size="sm"
                variant="primary"
                icon={<Stamp />}
                busy={busy === 'sealed'}
                onClick={() => void download('sealed')}
              >
                Baixar selado
              </Button>
            )}
            {document.status === 'sealed' && (
              <Button size="sm" icon={<Eye />} onClick={() => onView('sealed')}>
                Ver selado
              </Button>
            )}
            <Button size="sm" icon={<Eye />} onClick={() => onView()}>
              {document.status === 'sealed' ? 'Ver original' : 'Ver documento'}
            </Button>
          </div>
        </div>
        {onCancel !== undefined && (
          <MoreMenu
            label={`Mais ações de ${document.name}`}
            busy={busy === 'original' || busy === 'evidence' || busy === 'key'}
          >
            {document.status === 'sealed' && document.evidenceApart && (
              <MenuItem icon={<FileSignature />} onSelect={() => void download('evidence')}>
                Baixar página de assinaturas
              </MenuItem>
            )}
            <MenuItem icon={<Download />} onSelect={() => void download('original')}>
              Baixar original
            </MenuItem>
            <MenuItem icon={<KeyRound />} onSelect={() => void download('key')}>
              Baixar chave da evidência
            </MenuItem>
            {document.status === 'pending' && (
              <>
                <MenuItem
                  icon={<FileClock />}
                  disabled={document.evidenceApart}
                  onSelect={() => setCopying(true)}
                >
                  {document.evidenceApart
                    ? 'Sem cópia parcial: o arquivo já chegou assinado'
                    : 'Gerar cópia parcial selada'}
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={<Ban />} danger onSelect={onCancel}>
                  Cancelar documento
                </MenuItem>
              </>
            )}
          </MoreMenu>
        )}
      </div>
      {copying && (
        <PartialCopyDialog
          processId={process.processId}
          document={document}
          onClose={() => setCopying(false)}
        />
      )}
    </li>
  );
}

const VERSIONS = {
  original: { operation: 'readDocument', fileName: originalFileName },
  sealed: { operation: 'downloadSealed', fileName: sealedFileName },
  evidence: { operation: 'downloadEvidence', fileName: evidenceFileName },
} as const;
type Version = keyof typeof VERSIONS | 'key';

/** Saves the original, the sealed copy, the evidence pages or the key of the evidence, and says when it cannot. */
function useDownload(processId: string, document: ProcessDocument) {
  const [busy, setBusy] = useState<Version>();

  async function download(version: Version): Promise<void> {
    setBusy(version);
    try {
      const params = { processId, documentId: document.documentId };
      if (version === 'key') return await downloadEvidenceKey(api, params, document.name);
      const { operation, fileName } = VERSIONS[version];
      await downloadFile(api, operation, params, fileName(document.name));
    } catch (error) {
      toast.error('Não foi possível baixar', { description: asProblem(error).title });
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, download };
}
