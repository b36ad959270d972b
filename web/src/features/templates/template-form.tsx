import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_DESCRIPTION_LENGTH, MAX_LINE_LENGTH } from '@lacre/contracts/limits';
import { get, useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { required } from '@/components/form/rules.ts';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { LACKS_WITNESSES } from '@/entities/process/at-request-words.ts';
import { MinimumField } from '@/entities/process/minimum-field.tsx';
import { ToldRequest } from '@/entities/process/told-request.tsx';
import { TagsField } from '@/entities/tag/tags-field.tsx';
import { CONTENT_WORDS } from '@/entities/template/content-words.ts';
import { templateQueries, type Template } from '@/entities/template/queries.ts';

import { RolesField } from './roles-field.tsx';
import {
  lackingWitnesses,
  newRole,
  requestOf,
  templateFormValues,
  type RoleDraft,
  type TemplateFile,
  type TemplateFormValues,
} from './template-form-values.ts';
import { TextContentFields, TextPreview } from './text-content-fields.tsx';

const PdfContentField = lazyPart(
  () => import('./pdf-content-field.tsx'),
  (code) => code.PdfContentField,
);

const WordPreview = lazyPart(
  () => import('./word-preview.tsx'),
  (code) => code.WordPreview,
);

const WordContentField = lazyPart(
  () => import('./word-content-field.tsx'),
  (code) => code.WordContentField,
);

type Form = UseFormReturn<TemplateFormValues>;

/** What keeps the roles from being sent: react-hook-form's own rules reach no list of objects. */
function rolesProblem(roles: readonly RoleDraft[]): string | undefined {
  if (roles.length === 0) return 'Inclua ao menos um participante';
  if (roles.every(({ part }) => part === 'attestant')) return 'Inclua um signatário ou representante';
  if (lackingWitnesses(roles) > 0) return LACKS_WITNESSES;
  return roles.some(({ label }) => isEmptyText(label)) ? 'Dê um nome a cada participante' : undefined;
}

/** The form of a template: its document, who takes part in it, and how it is found. */
export function TemplateForm({
  template,
  keptPdf,
  readOnly = false,
  onSave,
  onCancel,
}: {
  template?: Template;
  /** Where what is stored can be read, as a PDF. */
  keptPdf?: PdfSource | undefined;
  readOnly?: boolean;
  onSave: (values: TemplateFormValues, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm<TemplateFormValues>({
    defaultValues: templateFormValues(template),
    mode: 'onTouched',
  });
  const check = useOthersChanges(
    form,
    template,
    templateFormValues,
    templateQueries.detail(template?.templateId ?? ''),
  );
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      await onSave(values, idempotencyKey);
      form.reset(values);
    },
    fieldOf: {
      NO_SIGNERS_PROVIDED: 'roles',
      AT_REQUEST_WITNESSES_MISSING: 'roles',
      AT_REQUEST_NOT_ALLOWED: 'roles',
    },
    rename: (field) => {
      if (field.startsWith('roles')) return 'roles';
      if (field === 'content.proof') return form.getValues('kind');
      return field.startsWith('content.') ? field.slice('content.'.length) : undefined;
    },
  });
  return (
    <>
      <LongForm
        form={form}
        submission={submission}
        readOnly={readOnly}
        saveLabel={template === undefined ? 'Criar modelo' : 'Salvar alterações'}
        onCancel={onCancel}
      >
        <About form={form} readOnly={readOnly} />
        <Participants form={form} readOnly={readOnly} />
        <Content form={form} keptPdf={keptPdf} readOnly={readOnly} keptId={template?.templateId} />
      </LongForm>
      {readOnly && template?.content.kind === 'text' && (
        <div className="mt-6">
          <TextPreview {...template.content} beside={false} keptId={template.templateId} />
        </div>
      )}
      {readOnly && template?.content.kind === 'word' && (
        <div className="mt-6">
          <WordPreview file={{ placeholders: template.content.placeholders }} keptId={template.templateId} />
        </div>
      )}
    </>
  );
}

function About({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const tags = useWatch({ control: form.control, name: 'tags' });
  return (
    <FormSection title="Modelo" text="Como ele é encontrado, e as etiquetas com que seus processos começam.">
      <TextField
        form={form}
        name="name"
        label="Nome do modelo"
        className="sm:col-span-6"
        rules={required('o nome do modelo')}
        inputProps={{
          maxLength: MAX_LINE_LENGTH,
          autoComplete: 'off',
          placeholder: 'Ex.: Contrato de locação',
        }}
      />
      <Field label="Descrição" optional className="sm:col-span-6">
        <Textarea maxLength={MAX_DESCRIPTION_LENGTH} {...form.register('description')} />
      </Field>
      <TagsField
        tags={tags}
        readOnly={readOnly}
        onChange={(next) => form.setValue('tags', next, { shouldDirty: true })}
      />
    </FormSection>
  );
}

function Participants({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const [roles, minimumSignatories, acceptsLateSignatures] = useWatch({
    control: form.control,
    name: ['roles', 'minimumSignatories', 'acceptsLateSignatures'],
  });
  const request = requestOf({ roles, minimumSignatories, acceptsLateSignatures });
  form.register('roles', { validate: (value) => rolesProblem(value) ?? true });
  const error = (get(form.formState.errors, 'roles') as { message?: string } | undefined)?.message;
  return (
    <FormSection
      title="Participantes"
      text="Lugares que pessoas ocupam quando o modelo é usado. Quem tem a mesma ordem assina ao mesmo tempo."
    >
      <div className="flex flex-col gap-4 sm:col-span-6">
        <RolesField
          roles={roles}
          readOnly={readOnly}
          errors={{
            all: error,
            labels: roles.map(({ label }) =>
              error !== undefined && isEmptyText(label) ? 'Por favor, insira o participante' : undefined,
            ),
          }}
          onChange={(next) => {
            form.setValue('roles', next, { shouldDirty: true });
            if (rolesProblem(next) === undefined) form.clearErrors('roles');
          }}
        />
        {request.signatories > 1 && (
          <MinimumField
            count={request.signatories}
            minimum={request.minimum}
            acceptsLateSignatures={acceptsLateSignatures}
            onMinimum={(next) => form.setValue('minimumSignatories', next, { shouldDirty: true })}
            onAcceptsLate={(next) => form.setValue('acceptsLateSignatures', next, { shouldDirty: true })}
          />
        )}
        {roles.length > 0 && (
          <ToldRequest request={request} className="rounded-xl bg-sunken p-4 text-sm leading-6 text-muted" />
        )}
      </div>
    </FormSection>
  );
}

function Content({
  form,
  keptPdf,
  readOnly,
  keptId,
}: {
  form: Form;
  keptPdf: PdfSource | undefined;
  readOnly: boolean;
  /** Of the template, once there is one. */
  keptId: string | undefined;
}) {
  const [kind, pdf, word, roles] = useWatch({
    control: form.control,
    name: ['kind', 'pdf', 'word', 'roles'],
  });
  for (const file of ['pdf', 'word'] as const)
    form.register(file, {
      validate: (value, { kind: chosen }) =>
        chosen !== file || value !== null || 'Envie o documento do modelo',
    });
  const stored = (file: 'pdf' | 'word') => ({
    kept: keptId === undefined || form.formState.defaultValues?.kind !== file ? undefined : keptPdf,
    error: (get(form.formState.errors, file) as { message?: string } | undefined)?.message,
    readOnly,
    onChange: (next: TemplateFile | null) => {
      form.setValue(file, next, { shouldDirty: true });
      form.clearErrors(file);
    },
  });
  return (
    <FormSection
      title="Documento"
      text="O que é assinado: um texto ou um documento do Word com campos, ou um PDF sempre igual."
      wide={kind === 'text'}
    >
      <div className="sm:col-span-6">
        <RadioCards
          legend="De onde vem o documento"
          name="template-kind"
          className="md:grid-cols-3"
          value={kind}
          onValueChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
          options={[
            {
              value: 'text',
              label: CONTENT_WORDS.text,
              description: 'Nomes, CPFs, datas e valores entram no lugar a cada uso.',
            },
            {
              value: 'word',
              label: CONTENT_WORDS.word,
              description: 'Seu arquivo DOCX, com os campos nos lugares e o leiaute que você fez.',
            },
            { value: 'pdf', label: CONTENT_WORDS.pdf, description: 'Um arquivo que é assinado como está.' },
          ]}
        />
      </div>
      {kind === 'text' && <TextContentFields form={form} readOnly={readOnly} />}
      {kind === 'pdf' && <PdfContentField file={pdf} {...stored('pdf')} />}
      {kind === 'word' && (
        <WordContentField
          file={word}
          {...stored('word')}
          roles={roles}
          keptId={keptId}
          onMissingRoles={(keys) =>
            form.setValue(
              'roles',
              [...roles, ...keys.map((key) => newRole(key, key.charAt(0).toUpperCase() + key.slice(1)))],
              { shouldDirty: true, shouldValidate: true },
            )
          }
        />
      )}
    </FormSection>
  );
}
