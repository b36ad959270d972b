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
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';
import { api } from '@/lib/session/session.ts';

const SealSteps = lazyPart(
  () => import('./seal-steps.tsx'),
  (code) => code.SealSteps,
);

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
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-1.5 sm:px-5">
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
  const isWide = useIsWide();
  const state = <StatusBadge of="document" status={document.status} plain={!isWide} />;
  return (
    <li className="px-4 py-1 sm:px-5 sm:py-1.5">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-3">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-primary-ink max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-sm font-medium wrap-anywhere">{document.name}</h3>
          <p className="flex flex-wrap items-center gap-x-1.5 text-[0.8125rem] text-muted">
            {!isWide && state}
            <span className="max-sm:hidden">
              {plural(document.pages, 'página')} ·
              <span className="max-lg:hidden"> {formatBytes(document.sizeBytes)} ·</span>
            </span>
            <span className="whitespace-nowrap">
              <span className="sm:hidden">· </span>
              {formatNumber(document.signaturesDone)} de {formatNumber(document.signaturesTotal)}
              <span className="max-sm:sr-only">
                {document.signaturesTotal === 1 ? ' assinatura' : ' assinaturas'}
              </span>
            </span>
          </p>
        </div>
        {isWide && state}
        <Files
          document={document}
          alone={process.documents.length === 1}
          busy={busy === 'sealed'}
          onView={onView}
          onDownload={onCancel === undefined ? undefined : () => void download('sealed')}
        />
        {onCancel !== undefined && (
          <MoreMenu
            label={`Mais ações de ${document.name}`}
            size="iconSm"
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
      <DocumentNotes process={process} document={document} />
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

/** The files of a document that can be opened, and the sealed one to take home. */
function Files({
  document: { status },
  alone,
  busy,
  onView,
  onDownload,
}: {
  document: ProcessDocument;
  /** Among others no file is what one comes for. */
  alone: boolean;
  busy: boolean;
  onView: (version?: 'sealed') => void;
  onDownload: (() => void) | undefined;
}) {
  if (status !== 'sealed')
    return (
      <Button
        size="sm"
        variant="ghost"
        icon={<Eye />}
        aria-label="Ver documento"
        className="px-2!"
        onClick={() => onView()}
      >
        <span className="max-sm:hidden">Ver documento</span>
      </Button>
    );
  return (
    // On a phone below the name, beside which the menu stays.
    <div className="flex flex-wrap gap-1 max-sm:order-last max-sm:basis-full">
      {onDownload !== undefined && (
        <Button
          size="sm"
          variant={alone ? 'primary' : 'secondary'}
          icon={<Stamp />}
          busy={busy}
          onClick={onDownload}
        >
          Baixar selado
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={<Eye />} className="px-2!" onClick={() => onView('sealed')}>
        Ver selado
      </Button>
      <Button size="sm" variant="ghost" icon={<Eye />} className="px-2!" onClick={() => onView()}>
        Ver original
      </Button>
    </div>
  );
}

/** What there is to know of a document besides its state; most have nothing until they are sealed. */
function DocumentNotes({ process, document }: { process: ProcessDetail; document: ProcessDocument }) {
  const ended = ['failed', 'rejected', 'canceled'].includes(document.status);
  const sealing = document.status === 'completed' || document.status === 'sealed';
  return (
    <div className="flex flex-col gap-1 pt-1 pb-1 text-[0.8125rem] text-muted empty:hidden sm:pl-8">
      {ended && <p>{documentStatus[document.status].meaning}</p>}
      {document.sealFailure !== null && <p className="text-danger">{SEAL_FAILURES[document.sealFailure]}</p>}
      {document.printsOtherwise && <PrintsOtherwise />}
      {document.selection !== null && (
        <p className="wrap-anywhere">
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
      {sealing && <SealSteps document={document} />}
      {document.validationCode !== null && (
        <p className="flex flex-wrap items-center gap-1.5">
          <span>
            Código<span className="max-sm:sr-only"> de validação</span>
          </span>
          <span className="font-mono text-ink">{document.validationCode}</span>
          <CopyButton text={document.validationCode} label="Copiar código de validação" iconOnly />
        </p>
      )}
    </div>
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
