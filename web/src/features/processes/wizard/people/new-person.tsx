import { isValidCpf } from '@lacre/contracts/brazil';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import type { CreatedPerson } from '@/entities/person/person-dialog.tsx';
import { InvitedFields } from '@/entities/person/person-fields.tsx';
import { personBody, personFormValues } from '@/entities/person/person-form-values.ts';
import { personQueries } from '@/entities/person/queries.ts';
import type { TypedPerson } from '@/features/processes/wizard/draft/draft.ts';
import { api } from '@/lib/session/session.ts';

/**
 * The form of one who is not registered yet: included, they are in the register as well. What is typed is the draft's
 * until then, and of a CPF that is registered already the person is offered.
 */
export function NewPerson({
  typed,
  opened,
  reasonAgainst,
  onType,
  onInclude,
  onDiscard,
}: {
  typed: TypedPerson;
  /** It was opened by a press, which goes on in its first empty field. */
  opened: boolean;
  /** Why one who is registered cannot be included. */
  reasonAgainst: (personId: string) => string | undefined;
  onType: (texts: Omit<TypedPerson, 'role'>) => void;
  onInclude: (person: CreatedPerson) => void;
  onDiscard: () => void;
}) {
  const queryClient = useQueryClient();
  const { role: _role, ...texts } = typed;
  const form = useForm({ defaultValues: personFormValues(texts), mode: 'onTouched' });
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { ...personBody(values), cpf: values.cpf };
      const { personId } = await api.call('createPerson', { idempotencyKey, body });
      await queryClient.invalidateQueries({ queryKey: personQueries.all });
      onInclude({ personId, name: body.name, cpf: body.cpf, email: body.email });
    },
    fieldOf: {
      PERSON_CREATION_ERROR: 'cpf',
      EMAIL_NOT_AVAILABLE: 'email',
      PHONENUMBER_NOT_AVAILABLE: 'cellphoneNumber',
    },
  });
  const keep = useEffectEvent(() => {
    const { name, cpf, email, cellphoneNumber } = form.getValues();
    onType({ name, cpf, email, cellphoneNumber });
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep() }), [form]);
  useEffect(() => {
    if (opened) form.setFocus(form.getValues('name') === '' ? 'name' : 'cpf');
  }, [form, opened]);

  const cpf = useWatch({ control: form.control, name: 'cpf' });
  const { data } = useQuery({ ...personQueries.list({ search: cpf }, 1), enabled: isValidCpf(cpf) });
  const registered = data?.items.find((person) => person.cpf === cpf);
  const against = registered && reasonAgainst(registered.personId);
  return (
    <form
      aria-label="Nova pessoa"
      noValidate
      onSubmit={submission.submit}
      className="mt-4 grid animate-rise gap-4 rounded-xl border border-primary-line p-4 sm:grid-cols-6"
    >
      <p className="text-sm text-muted sm:col-span-6">
        O convite e o código de assinatura vão para o email informado aqui, e a pessoa fica no cadastro.
      </p>
      <ProblemCallout error={submission.problem} className="sm:col-span-6" />
      <InvitedFields form={form} />
      {registered !== undefined && (
        <Callout
          live
          className="min-w-0 sm:col-span-6"
          title={`${registered.name} já está no cadastro com este CPF`}
          action={
            against === undefined && (
              <Button size="sm" variant="primary" onClick={() => onInclude(registered)}>
                Incluir esta pessoa
              </Button>
            )
          }
        >
          <span className="wrap-anywhere">
            {against ?? `O convite irá para ${registered.email}, o email do cadastro.`}
          </span>
        </Callout>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-6">
        {registered === undefined && (
          <Button type="submit" variant="primary" busy={submission.busy}>
            Incluir pessoa
          </Button>
        )}
        <Button disabled={submission.busy} onClick={onDiscard}>
          Descartar pessoa
        </Button>
      </div>
    </form>
  );
}
