import { DOMAIN_RULE, EMAIL_DOMAIN_PATTERN, MAX_EMAIL_DOMAIN_LENGTH } from '@lacre/contracts/limits';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { AtSign, Globe, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section, SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { formatDate } from '@/lib/format/format.ts';
import { isDomain } from '@/lib/input/domain.ts';
import { api } from '@/lib/session/session.ts';

/** The tenant's addresses of access, and the domains that its users' e-mails may be of. */
const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => api.call('listDomains', { signal }),
});

type Kind = 'login' | 'email';

interface Words {
  title: string;
  text: string;
  label: string;
  help: string;
  button: string;
  /** What comes of taking one away. */
  removal: string;
}

const KINDS: Record<Kind, Words> = {
  login: {
    title: 'Endereços de acesso',
    text: 'Por onde sua equipe entra, com o logotipo e as cores da conta.',
    label: 'Novo endereço de acesso',
    help: `De ${DOMAIN_RULE}.`,
    button: 'Incluir endereço',
    removal:
      'Links salvos com este endereço deixam de mostrar sua conta. Quem já é usuário continua entrando com o email.',
  },
  email: {
    title: 'Domínios de email',
    text: 'Se houver algum, só emails destes domínios podem ser convidados como usuários.',
    label: 'Novo domínio de email',
    help: 'A parte depois do @, como empresa.com.br.',
    button: 'Autorizar domínio',
    removal:
      'Emails deste domínio deixam de poder ser convidados, enquanto houver outro na lista. Quem já é usuário continua entrando.',
  },
};

export function DomainsPanel() {
  const query = useQuery(domainsQuery);
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<{ domain: string; kind: Kind }>();

  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.data === undefined) {
    return (
      <ProblemCallout
        error={query.error}
        failed={tenantFailures.domains}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const { items } = query.data;
  return (
    <div className="flex flex-col gap-6">
      {(['login', 'email'] as const).map((kind) => {
        const own = items.filter((item) => item.kind === kind);
        return (
          <Section key={kind} title={KINDS[kind].title} text={KINDS[kind].text}>
            {own.length > 0 && (
              <ul className="mb-5 border-b border-line pb-4">
                {own.map(({ domain, primary, addedAt }) => {
                  const address = `${window.location.origin}/login/${domain}`;
                  const isOnly = kind === 'login' && own.length === 1;
                  return (
                    <SectionRow
                      key={domain}
                      icon={kind === 'login' ? <Globe /> : <AtSign />}
                      title={
                        <>
                          {kind === 'login' ? `/login/${domain}` : domain}{' '}
                          {primary && <Badge tone="primary">Principal</Badge>}
                        </>
                      }
                      detail={`Desde ${formatDate(addedAt)}`}
                      action={
                        <>
                          {kind === 'login' && (
                            <CopyButton text={address} label={`Copiar endereço de ${domain}`} iconOnly />
                          )}
                          {!isOnly && (
                            <Button
                              variant="ghost"
                              size="iconSm"
                              aria-label={`Retirar ${domain}`}
                              icon={<Trash2 />}
                              onClick={() => setRemoving({ domain, kind })}
                            />
                          )}
                        </>
                      }
                    />
                  );
                })}
              </ul>
            )}
            <AddDomain kind={kind} />
          </Section>
        );
      })}
      {removing !== undefined && (
        <ConfirmCommand
          title={`Retirar ${removing.domain}?`}
          description={KINDS[removing.kind].removal}
          confirmLabel="Retirar"
          danger
          send={(idempotencyKey) =>
            api.call('removeDomain', { params: { domain: removing.domain }, idempotencyKey })
          }
          onDone={async () => {
            await queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey });
            toast.success('Domínio retirado', { description: removing.domain });
            setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}

function AddDomain({ kind }: { kind: Kind }) {
  const queryClient = useQueryClient();
  const words = KINDS[kind];
  const form = useForm({ defaultValues: { domain: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const domain = values.domain.trim().toLowerCase();
      await api.call('addDomain', { idempotencyKey, body: { kind, domain } });
      await queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey });
      form.reset();
      toast.success('Domínio incluído', { description: domain });
    },
    fieldOf: { DOMAIN_NOT_AVAILABLE: 'domain', TOO_MANY_DOMAINS: 'domain' },
  });
  const isGood = (text: string) => {
    const domain = text.trim().toLowerCase();
    if (kind === 'login') return isDomain(domain) || `Use de ${DOMAIN_RULE}`;
    return EMAIL_DOMAIN_PATTERN.test(domain) || 'Domínio inválido';
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ProblemCallout error={problem} />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          form={form}
          name="domain"
          label={words.label}
          help={words.help}
          className="flex-1"
          rules={{
            ...required(kind === 'login' ? 'o endereço de acesso' : 'o domínio de email'),
            validate: isGood,
          }}
          inputProps={{
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: MAX_EMAIL_DOMAIN_LENGTH,
          }}
        />
        <Button type="submit" busy={busy} className="sm:mt-[26px]">
          {words.button}
        </Button>
      </div>
    </form>
  );
}
