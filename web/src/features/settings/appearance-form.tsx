import type { AnswerOf } from '@lacre/contracts';
import { MAX_DISPLAY_NAME_LENGTH, MAX_IMAGE_MB } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';

import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { LeaveGuard } from '@/components/form/leave-guard.tsx';
import { required } from '@/components/form/rules.ts';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { settingsQuery } from '@/entities/tenant/settings-query.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { api } from '@/lib/session/session.ts';

import { BrandPreview } from './brand-preview.tsx';
import { ColorField, isColor } from './color-field.tsx';
import { ImageField } from './image-field.tsx';

type Settings = AnswerOf<'tenantSettings'>;

/** What the forms of the settings are sent with. */
interface AppearanceValues {
  displayName: string;
  /** `#rrggbb`, or empty for the product's own. */
  primaryColor: string;
  /** A path of the API, or a `data:` address of what was chosen. */
  logo: string | null;
  bg: string | null;
}

const valuesOf = (settings: Settings): AppearanceValues => ({
  displayName: settings.displayName,
  primaryColor: settings.primaryColor ?? '',
  logo: settings.logoUrl,
  bg: settings.backgroundUrl,
});

/** What of an image changed: another one, or null for none. */
function uploadsOf(
  values: AppearanceValues,
  before: AppearanceValues,
): { name: 'logo' | 'bg'; base64: string | null }[] {
  return (['logo', 'bg'] as const)
    .filter((name) => values[name] !== before[name])
    .map((name) => ({ name, base64: values[name] }));
}

/** Name, colour and images, with what they will look like. */
export function AppearanceForm({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const before = valuesOf(settings);
  const form = useForm<AppearanceValues>({ defaultValues: before, mode: 'onTouched' });
  const check = useOthersChanges(form, settings, valuesOf, settingsQuery);
  const values = useWatch({ control: form.control }) as AppearanceValues;
  const { submit, problem, busy } = useSubmit(form, {
    send: async (sent, idempotencyKey) => {
      await check();
      await api.call('editTenantSettings', {
        idempotencyKey,
        body: {
          settings: {
            displayName: sent.displayName.trim(),
            primaryColor: sent.primaryColor === '' ? null : sent.primaryColor,
          },
          uploads: uploadsOf(sent, before),
        },
      });
      const { data } = { data: await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }) };
      await queryClient.invalidateQueries({ queryKey: ['branding'] });
      form.reset(valuesOf(data));
      toast.success('Identidade salva');
    },
    rename: (field) => field.replace(/^settings\./, ''),
  });
  const { isDirty } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <ProblemCallout error={problem} failed={tenantFailures.saving} />
      <div className="grid gap-6 card p-5 sm:p-6 lg:grid-cols-[1fr_320px]">
        <div className="flex min-w-0 flex-col gap-6">
          <TextField
            form={form}
            name="displayName"
            label="Nome de exibição"
            help="Aparece na página de acesso, nos convites e nos emails a quem assina."
            rules={required('o nome de exibição')}
            inputProps={{ maxLength: MAX_DISPLAY_NAME_LENGTH, autoComplete: 'organization' }}
          />
          <ColorField form={form} />
          <div className="grid gap-6 sm:grid-cols-2">
            <Controller
              control={form.control}
              name="logo"
              render={({ field }) => (
                <ImageField
                  label="Logotipo"
                  help={`JPG ou PNG de até ${MAX_IMAGE_MB} MB.`}
                  value={field.value}
                  onChange={field.onChange}
                >
                  {field.value !== null && <TenantLogo path={field.value} name="Logotipo" />}
                </ImageField>
              )}
            />
            <Controller
              control={form.control}
              name="bg"
              render={({ field }) => (
                <ImageField
                  label="Fundo"
                  help={`Da página de acesso. JPG ou PNG de até ${MAX_IMAGE_MB} MB, de preferência na vertical.`}
                  value={field.value}
                  onChange={field.onChange}
                >
                  {field.value !== null && (
                    <img
                      src={field.value.startsWith('data:') ? field.value : `/api${field.value}`}
                      alt="Fundo"
                      className="max-h-40 rounded-lg object-contain"
                    />
                  )}
                </ImageField>
              )}
            />
          </div>
        </div>
        <BrandPreview
          name={values.displayName}
          color={isColor(values.primaryColor) ? values.primaryColor : null}
          logo={values.logo}
          background={values.bg}
        />
      </div>
      <div className="flex justify-end gap-2">
        {isDirty && <Button onClick={() => form.reset(before)}>Desfazer</Button>}
        <Button type="submit" variant="primary" busy={busy} disabled={!isDirty && !busy}>
          Salvar identidade
        </Button>
      </div>
      <LeaveGuard when={isDirty && !busy} />
    </form>
  );
}
