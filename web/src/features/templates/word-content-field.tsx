import { MAX_UPLOAD_MB } from '@lacre/contracts/limits';
import { UserPlus } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { PlaceholderChips } from '@/entities/template/placeholder-chips.tsx';
import { WORD_ONLY } from '@/entities/upload/taken-kinds.ts';
import { uploadFile } from '@/lib/api/upload.ts';
import { formatList } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { missingRoles, sortedPlaceholders, speaksOfRequest } from './filled-by.ts';
import { StoredFileField, type StoredFileProps } from './stored-file-field.tsx';
import type { RoleDraft, TemplateWord } from './template-form-values.ts';
import { WordPreview } from './word-preview.tsx';

async function send(file: File, onProgress: (sent: number) => void): Promise<TemplateWord> {
  return uploadFile(api, 'uploadWordTemplate', file, { onProgress });
}

/** A Word document whose placeholders are filled at each use, and what they are. */
export function WordContentField({
  roles,
  keptId,
  onMissingRoles,
  ...props
}: StoredFileProps<TemplateWord> & {
  roles: readonly RoleDraft[];
  /** Of the template that keeps the document, if one does. */
  keptId: string | undefined;
  /** Includes the participants that the document speaks of, by their keys. */
  onMissingRoles: (keys: string[]) => void;
}) {
  const { file, readOnly } = props;
  const names = file?.placeholders ?? [];
  const { typed, filled, unknown } = sortedPlaceholders(names, roles);
  const missing = missingRoles(names, roles);
  return (
    <StoredFileField
      {...props}
      send={send}
      accept={WORD_ONLY}
      hint={`DOCX, até ${MAX_UPLOAD_MB} MB, com campos como {{contratada.nome}} onde você quiser: no texto, em tabelas, no cabeçalho e no rodapé. O leiaute fica como está.`}
    >
      {unknown.length > 0 && (
        <Callout
          tone="warning"
          title="Faltam participantes de quem o documento fala"
          action={
            readOnly || missing.length === 0 ? undefined : (
              <Button size="sm" icon={<UserPlus />} onClick={() => onMissingRoles(missing)}>
                Incluir {formatList(missing)}
              </Button>
            )
          }
        >
          <p className="wrap-anywhere">
            Sem eles, estes campos ficam sem quem os preencha: {formatList(unknown)}.
          </p>
          {speaksOfRequest(unknown) && <p>Diga também qual dos participantes assina a rogo.</p>}
        </Callout>
      )}
      {names.length === 0 && (
        <Callout tone="info" title="O documento não tem campos">
          Escreva campos entre chaves duplas no Word, como {'{{contratada.nome}}'}, e envie de novo. Sem
          campos, ele sai sempre igual.
        </Callout>
      )}
      <PlaceholderChips title="Preenchidos pelo cadastro" names={filled} />
      <PlaceholderChips title="Preenchidos por quem usar o modelo" names={typed} />
      {file !== null && !readOnly && <WordPreview file={file} keptId={keptId} />}
    </StoredFileField>
  );
}
