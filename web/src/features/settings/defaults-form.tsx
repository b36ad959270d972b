import type { AnswerOf, Requirements } from '@lacre/contracts';
import { MAX_FACE_SIMILARITY, MIN_FACE_SIMILARITY } from '@lacre/contracts/face-figures';
import { MAX_DEADLINE_DAYS, MAX_REMINDER_DAYS } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { CheckboxField, SelectField, TextField } from '@/components/form/fields.tsx';
import { LeaveGuard } from '@/components/form/leave-guard.tsx';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { settingsQuery } from '@/entities/tenant/settings-query.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { api } from '@/lib/session/session.ts';

import { SimilarityFigures } from './similarity-figures.tsx';

type Settings = AnswerOf<'tenantSettings'>;

const valuesOf = (settings: Settings) => ({
  deadlineDays: settings.deadlineDays === null ? '' : String(settings.deadlineDays),
  remindersEveryDays: settings.reminders === null ? '' : String(settings.reminders.everyDays),
  location: settings.requirements.location || settings.requirements.locationOptional === true,
  locationOptional: !settings.requirements.location && settings.requirements.locationOptional === true,
  code: settings.requirements.code ?? false,
  face: settings.requirements.face ?? false,
  faceOrCode: settings.requirements.faceOrCode ?? false,
  faceUpload: settings.requirements.faceUpload ?? false,
  faceSimilarity: String(settings.faceSimilarity),
  sharedContacts: settings.sharedContacts,
  signLanguage: settings.signLanguage,
  totemLanguage: settings.totemLanguage,
});

type Values = ReturnType<typeof valuesOf>;
type DefaultsOf = UseFormReturn<Values>;

/** What softens a requirement goes with it alone. */
const requirementsOf = (values: Values): Requirements => ({
  location: values.location && !values.locationOptional,
  ...(values.location && values.locationOptional ? { locationOptional: true } : {}),
  ...(values.code ? { code: true } : {}),
  ...(values.face ? { face: true } : {}),
  ...(values.face && values.faceOrCode ? { faceOrCode: true } : {}),
  ...(values.face && values.faceUpload ? { faceUpload: true } : {}),
});

/** A number of days within bounds, or nothing. */
const optionalDays = (maximum: number) => ({
  validate: (text: string) =>
    text.trim() === '' ||
    (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maximum) ||
    `Informe de 1 a ${maximum} dias, ou deixe em branco`,
});

const similarityRules = {
  required: 'Por favor, insira a semelhança mínima',
  validate: (text: string) =>
    (/^\d+$/.test(text.trim()) &&
      Number(text) >= MIN_FACE_SIMILARITY &&
      Number(text) <= MAX_FACE_SIMILARITY) ||
    `Informe de ${MIN_FACE_SIMILARITY} a ${MAX_FACE_SIMILARITY}`,
};

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What a new process begins with, unless it says otherwise. */
export function DefaultsForm({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const before = valuesOf(settings);
  const form = useForm({ defaultValues: before, mode: 'onTouched' });
  const check = useOthersChanges(form, settings, valuesOf, settingsQuery);
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      const everyDays = numberOf(values.remindersEveryDays);
      await api.call('editTenantSettings', {
        idempotencyKey,
        body: {
          settings: {
            deadlineDays: numberOf(values.deadlineDays),
            reminders: everyDays === null ? null : { everyDays },
            requirements: requirementsOf(values),
            faceSimilarity: Number(values.faceSimilarity),
            sharedContacts: values.sharedContacts,
            totemLanguage: values.totemLanguage,
            ...(settings.signLanguageHost === null ? {} : { signLanguage: values.signLanguage }),
          },
        },
      });
      form.reset(valuesOf(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })));
      toast.success('Padrões salvos');
    },
    rename: (field) =>
      ({
        'settings.deadlineDays': 'deadlineDays',
        'settings.reminders.everyDays': 'remindersEveryDays',
        'settings.faceSimilarity': 'faceSimilarity',
      })[field],
  });
  const { isDirty } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <ProblemCallout error={problem} failed={tenantFailures.saving} />
      <Deadlines form={form} />
      <Asked form={form} />
      <Similarity form={form} />
      <Contacts form={form} />
      <Totems form={form} />
      {settings.signLanguageHost !== null && <SignLanguage form={form} host={settings.signLanguageHost} />}
      <div className="flex justify-end gap-2">
        {isDirty && <Button onClick={() => form.reset(before)}>Desfazer</Button>}
        <Button type="submit" variant="primary" busy={busy} disabled={!isDirty && !busy}>
          Salvar padrões
        </Button>
      </div>
      <LeaveGuard when={isDirty && !busy} />
    </form>
  );
}

function Deadlines({ form }: { form: DefaultsOf }) {
  return (
    <Section
      title="Prazo e lembretes"
      text="Com o que cada processo novo começa. Quem cria o processo pode mudar."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="deadlineDays"
          label="Prazo para assinar, em dias"
          optional
          help="Em branco, os processos não têm prazo."
          rules={optionalDays(MAX_DEADLINE_DAYS)}
          inputProps={{
            inputMode: 'numeric',
            maxLength: String(MAX_DEADLINE_DAYS).length,
            autoComplete: 'off',
          }}
        />
        <TextField
          form={form}
          name="remindersEveryDays"
          label="Lembrar a cada, em dias"
          optional
          help="Em branco, ninguém é lembrado sozinho."
          rules={optionalDays(MAX_REMINDER_DAYS)}
          inputProps={{
            inputMode: 'numeric',
            maxLength: String(MAX_REMINDER_DAYS).length,
            autoComplete: 'off',
          }}
        />
      </div>
    </Section>
  );
}

function Asked({ form }: { form: DefaultsOf }) {
  const [location, face] = useWatch({ control: form.control, name: ['location', 'face'] });
  return (
    <Section
      title="O que pedir a quem assina"
      text="Além do CPF e do código enviado no primeiro acesso ou em aparelho novo."
    >
      <div className="flex flex-col gap-2">
        <CheckboxField
          form={form}
          name="location"
          label="Localização"
          description="O aparelho informa onde a pessoa está ao assinar."
        />
        {location && (
          <Softened>
            <CheckboxField
              form={form}
              name="locationOptional"
              label="Pode assinar sem informar onde está"
              description="A pessoa é perguntada, e decide."
            />
          </Softened>
        )}
        <CheckboxField
          form={form}
          name="code"
          label="Código a cada assinatura"
          description="Um código novo por email ou SMS, mesmo em aparelho conhecido."
        />
        <CheckboxField
          form={form}
          name="face"
          label="Reconhecimento facial"
          description="A câmera compara o rosto de quem assina com o que a pessoa cadastrou, com consentimento."
        />
        {face && (
          <Softened>
            <CheckboxField
              form={form}
              name="faceOrCode"
              label="Ou código, se não puder mostrar o rosto"
              description="A LGPD pede que exista outro caminho para quem não consente."
            />
            <CheckboxField
              form={form}
              name="faceUpload"
              label="Ou foto de arquivo, sem câmera"
              description="Uma foto não mostra que havia alguém ali: a prova fica mais fraca."
            />
          </Softened>
        )}
      </div>
    </Section>
  );
}

function Similarity({ form }: { form: DefaultsOf }) {
  return (
    <Section
      title="Reconhecimento facial"
      text="Vale para todas as conferências desta conta, também nos processos em andamento."
    >
      <TextField
        form={form}
        name="faceSimilarity"
        label="Semelhança mínima"
        help={`De ${MIN_FACE_SIMILARITY} a ${MAX_FACE_SIMILARITY}. Quanto maior, menos estranhos passam, e mais vezes a própria pessoa precisa tentar de novo.`}
        rules={similarityRules}
        inputProps={{
          inputMode: 'numeric',
          maxLength: String(MAX_FACE_SIMILARITY).length,
          autoComplete: 'off',
        }}
        className="max-w-sm"
      />
      <SimilarityFigures />
    </Section>
  );
}

function Contacts({ form }: { form: DefaultsOf }) {
  return (
    <Section
      title="Contatos das pessoas"
      text="Cada pessoa tem o seu email e o seu celular: é para eles que vão os códigos."
    >
      <CheckboxField
        form={form}
        name="sharedContacts"
        label="Permitir que pessoas diferentes tenham o mesmo email ou celular"
        description="Útil para familiares que dividem um aparelho. Quem divide um contato não participa do mesmo processo."
      />
    </Section>
  );
}

const TOTEM_LANGUAGES: readonly { value: Settings['totemLanguage']; label: string }[] = [
  { value: 'pt-BR', label: 'Português' },
  { value: 'en', label: 'Inglês' },
  { value: 'es', label: 'Espanhol' },
];

function Totems({ form }: { form: DefaultsOf }) {
  return (
    <Section
      title="Totens"
      text="Quem chega ao totem escolhe o idioma da sua visita. Quando ela termina, a tela inicial volta ao que está aqui."
    >
      <SelectField
        form={form}
        name="totemLanguage"
        label="Idioma da tela inicial"
        options={TOTEM_LANGUAGES}
        className="max-w-sm"
      />
    </Section>
  );
}

/** @param host where what signers choose is sent */
function SignLanguage({ form, host }: { form: DefaultsOf; host: string }) {
  return (
    <Section
      title="Libras"
      text="Quem é surdo pode ver em Libras o que está na página e no documento, pelo VLibras."
    >
      <CheckboxField
        form={form}
        name="signLanguage"
        label="Oferecer Libras a quem assina"
        description={`Os textos que a pessoa escolher são enviados a ${host}, e ela é avisada antes. O VLibras não alcança a sessão dela, nem assina por ela.`}
      />
    </Section>
  );
}

/** What makes a requirement easier, under it. */
function Softened({ children }: { children: ReactNode }) {
  return (
    <div className="ml-2.5 flex animate-rise flex-col gap-2 border-l-2 border-line pl-5">{children}</div>
  );
}
