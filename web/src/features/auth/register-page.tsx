import {
  DOMAIN_RULE,
  MAX_DOMAIN_LENGTH,
  MAX_LINE_LENGTH,
  MAX_PASSWORD_LENGTH,
} from '@lacre/contracts/limits';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { cnpjRules, emailRules, newPasswordRules, PASSWORD_HELP, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { domainFromName, isDomain } from '@/lib/input/domain.ts';
import { anonymousApi, api, session } from '@/lib/session/session.ts';

import { registerOwnCompany } from './own-company.ts';

type RegisterValues = Record<'tenantName' | 'cnpj' | 'domain' | 'name' | 'email' | 'password', string>;

/** The request's names of the form's fields. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  'tenant.name': 'tenantName',
  'tenant.domain': 'domain',
  'administrator.name': 'name',
  'administrator.email': 'email',
  'administrator.password': 'password',
};

/** Creating a tenant with its administrator. */
export function RegisterPage() {
  useTitle('Criar conta');
  const navigate = useNavigate();
  // The address follows the name until it is edited.
  const [ownDomain, setOwnDomain] = useState(false);
  const form = useForm<RegisterValues>({
    defaultValues: { tenantName: '', cnpj: '', domain: '', name: '', email: '', password: '' },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const email = values.email.trim();
      const registered = await anonymousApi.call('registerTenant', {
        idempotencyKey,
        body: {
          tenant: { name: values.tenantName, domain: values.domain },
          administrator: { name: values.name, email, password: values.password },
        },
      });
      await session.signIn(email, values.password);
      api.rememberPosition(registered.position);
      if (values.cnpj !== '') await registerOwnCompany(values.cnpj, values.tenantName.trim());
      toast.success('Conta criada', { description: `Confirme seu email pelo link enviado a ${email}.` });
      await navigate({ to: '/dashboard' });
    },
    fieldOf: { EMAIL_NOT_AVAILABLE: 'email', DOMAIN_NOT_AVAILABLE: 'domain' },
    rename: (field) => FIELD_NAMES[field],
  });

  return (
    <>
      <h1 className="text-2xl font-semibold">Criar conta</h1>
      <p className="mt-1.5 text-muted">
        Você será o administrador e poderá enviar documentos em poucos minutos.
      </p>
      <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
        <ProblemCallout error={problem} />
        <TextField
          form={form}
          name="tenantName"
          label="Nome da organização"
          rules={{
            ...required('o nome da organização'),
            onChange: (event: { target: { value: string } }) => {
              if (!ownDomain) form.setValue('domain', domainFromName(event.target.value));
            },
          }}
          inputProps={{ autoComplete: 'organization', maxLength: MAX_LINE_LENGTH }}
        />
        <MaskedField
          form={form}
          name="cnpj"
          mask="cnpj"
          label="CNPJ da organização"
          optional
          help="Ela já fica cadastrada como a empresa dos seus processos."
          rules={{ validate: (cnpj: string) => cnpj === '' || cnpjRules.validate(cnpj) }}
          inputProps={{ autoComplete: 'off' }}
        />
        <TextField
          form={form}
          name="domain"
          label="Endereço de acesso"
          help={<DomainHelp form={form} />}
          rules={{
            ...required('o endereço de acesso'),
            validate: (text: string) => isDomain(text) || `Use de ${DOMAIN_RULE}`,
            onChange: () => setOwnDomain(true),
          }}
          inputProps={{
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: MAX_DOMAIN_LENGTH,
          }}
        />
        <TextField
          form={form}
          name="name"
          label="Seu nome"
          rules={required('seu nome')}
          inputProps={{ autoComplete: 'name', maxLength: MAX_LINE_LENGTH }}
        />
        <TextField
          form={form}
          name="email"
          type="email"
          label="Email"
          rules={emailRules}
          inputProps={{ autoComplete: 'username' }}
        />
        <TextField
          form={form}
          name="password"
          type="password"
          label="Senha"
          help={PASSWORD_HELP}
          rules={newPasswordRules}
          inputProps={{ autoComplete: 'new-password', maxLength: MAX_PASSWORD_LENGTH }}
        />
        <p className="text-[0.8125rem] text-subtle">
          Ao criar a conta, você concorda com os{' '}
          <Link to="/policies" target="_blank" className="text-primary-ink underline underline-offset-4">
            termos e a política de privacidade
          </Link>
          .
        </p>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {busy ? 'Criando conta…' : 'Criar conta'}
        </Button>
      </form>
      <p className="mt-8 text-sm text-muted">
        Já tem conta?{' '}
        <Link to="/login" className="font-medium text-primary-ink underline underline-offset-4">
          Entrar
        </Link>
      </p>
    </>
  );
}

function DomainHelp({ form }: { form: UseFormReturn<RegisterValues> }) {
  const domain = useWatch({ control: form.control, name: 'domain' });
  return (
    <>
      Sua equipe vai entrar por{' '}
      <span className="font-medium break-all text-muted">/login/{domain || 'sua-empresa'}</span>
    </>
  );
}
