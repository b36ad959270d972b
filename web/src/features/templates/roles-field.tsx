import { formatCpf } from '@lacre/contracts/brazil';
import { MAX_ROLE_LABEL_LENGTH } from '@lacre/contracts/limits';
import { requestingKey } from '@lacre/contracts/placeholder';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2, UsersRound, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { PersonPicker } from '@/entities/person/person-picker.tsx';
import { personQueries } from '@/entities/person/queries.ts';
import { AtRequestBox, AtRequestToggle } from '@/entities/process/at-request-controls.tsx';
import { RequirementBoxes } from '@/entities/process/requirements.tsx';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { afterPress } from '@/lib/browser/after-press.ts';

import {
  keyedByName,
  lackingWitnesses,
  newRole,
  roleKeyFor,
  withWitnesses,
  type RoleDraft,
} from './template-form-values.ts';

const PART_OPTIONS = PARTS.map((part) => ({ value: part, label: partWords[part].label }));

/** Who takes part in a template: places, which people take when it is used. */
export function RolesField({
  roles,
  errors,
  readOnly,
  onChange,
}: {
  roles: readonly RoleDraft[];
  /** Of single roles, by their place; of all of them under `all`. */
  errors: { all?: string | undefined; labels: readonly (string | undefined)[] };
  readOnly: boolean;
  onChange: (roles: RoleDraft[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [asksRequest, setAsksRequest] = useState(false);
  const hasRequest = roles.some(({ atRequest }) => atRequest);
  const latest = useRef(roles);
  useLayoutEffect(() => {
    latest.current = roles;
  }, [roles]);
  const lacking = lackingWitnesses(roles);
  const change = (index: number, next: Partial<RoleDraft>) =>
    onChange(roles.map((role, at) => (at === index ? { ...role, ...next } : role)));

  function add(): void {
    const taken = roles.map(({ key }) => key);
    const key = roleKeyFor('participante', taken);
    onChange([...roles, newRole(key)]);
  }

  function remove(index: number): void {
    const next = list.current?.querySelectorAll<HTMLElement>('[data-remove]')[index === 0 ? 1 : index - 1];
    onChange(roles.filter((_, at) => at !== index));
    next?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      {roles.length > 0 && (
        <ol ref={list} aria-label="Participantes do modelo" className="flex flex-col gap-4">
          {roles.map((role, index) => (
            <RoleItem
              key={role.id}
              role={role}
              others={roles.filter((_, at) => at !== index)}
              error={errors.labels[index]}
              readOnly={readOnly}
              offersRequest={asksRequest || hasRequest}
              onChange={(next) => change(index, next)}
              // What the press did, such as including another, has been by then.
              onNamed={() => afterPress(() => onChange(keyedByName(latest.current, role.id)))}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {errors.all !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {errors.all}
        </p>
      )}
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={<Plus />} onClick={add}>
            Incluir participante
          </Button>
          {lacking > 0 && (
            <Button icon={<UsersRound />} onClick={() => onChange(withWitnesses(roles))}>
              {lacking === 1 ? 'Incluir mais uma testemunha' : 'Incluir duas testemunhas'}
            </Button>
          )}
          {roles.length > 0 && !hasRequest && (
            <AtRequestToggle open={asksRequest} onToggle={setAsksRequest} />
          )}
        </div>
      )}
    </div>
  );
}

function RoleItem({
  role,
  others,
  error,
  readOnly,
  offersRequest,
  onChange,
  onNamed,
  onRemove,
}: {
  role: RoleDraft;
  others: readonly RoleDraft[];
  error: string | undefined;
  readOnly: boolean;
  /** Whether it may be said that who takes it signs at another's request. */
  offersRequest: boolean;
  onChange: (next: Partial<RoleDraft>) => void;
  /** When its name has been typed. */
  onNamed: () => void;
  onRemove: () => void;
}) {
  const called = role.label === '' ? 'participante' : role.label;
  return (
    <li className="rounded-xl border border-line p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Participante"
          required
          error={error}
          help={
            <>
              No texto: <code className="font-mono">{`{{${role.key}.nome}}`}</code>
            </>
          }
        >
          <Input
            value={role.label}
            maxLength={MAX_ROLE_LABEL_LENGTH}
            autoComplete="off"
            placeholder="Ex.: Contratada"
            onChange={(event) => onChange({ label: event.target.value })}
            onBlur={onNamed}
          />
        </Field>
        <div className="flex items-start gap-2 max-sm:flex-wrap">
          <Field label="Participação" className="flex-1 max-sm:basis-full">
            <Select
              options={PART_OPTIONS}
              value={role.part}
              onChange={(event) => {
                const part = event.target.value as RoleDraft['part'];
                // A witness signs for no one.
                onChange({ part, ...(part === 'attestant' && { atRequest: false }) });
              }}
            />
          </Field>
          <Field label="Ordem" className="w-20">
            <Select
              options={Array.from({ length: Math.max(others.length + 1, role.group) }, (_, at) => ({
                value: String(at + 1),
                label: `${at + 1}º`,
              }))}
              value={String(role.group)}
              onChange={(event) => onChange({ group: Number(event.target.value) })}
            />
          </Field>
          {!readOnly && (
            <Button
              variant="ghost"
              size="iconSm"
              className="mt-7"
              aria-label={`Remover ${called}`}
              data-remove=""
              icon={<Trash2 />}
              onClick={onRemove}
            />
          )}
        </div>
      </div>
      <div className="mt-3">
        <RequirementBoxes
          asked={[role.requirements]}
          of={called}
          onChange={(change) => onChange({ requirements: change(role.requirements) })}
        />
      </div>
      {offersRequest && role.part !== 'attestant' && (
        <div className="mt-3 text-sm">
          <AtRequestBox
            name={called}
            checked={role.atRequest}
            disabled={readOnly}
            onChange={(atRequest) => onChange({ atRequest })}
          />
          {role.atRequest && (
            <p className="mt-1 text-[0.8125rem] wrap-anywhere text-muted">
              A cada uso se diz a rogo de quem, e por que essa pessoa não assina. No texto, ela é{' '}
              <code className="font-mono">{`{{${requestingKey(role.key)}.nome}}`}</code>; quem assina por ela,{' '}
              <code className="font-mono">{`{{${role.key}.nome}}`}</code>.
            </p>
          )}
        </div>
      )}
      <div className="mt-3">
        {role.personId === null ? (
          !readOnly && (
            <>
              <p aria-hidden="true" className="mb-1.5 text-[0.8125rem] text-muted">
                Sempre a mesma pessoa? Escolha-a aqui; senão, ela é escolhida a cada uso.
              </p>
              <PersonPicker
                label={`Pessoa fixa de ${called} (opcional)`}
                reasonAgainst={(personId) =>
                  others.some((other) => other.personId === personId)
                    ? 'Já tem um lugar neste modelo'
                    : undefined
                }
                onChoose={({ personId }) => onChange({ personId })}
              />
            </>
          )
        ) : (
          <FixedPerson
            personId={role.personId}
            readOnly={readOnly}
            onRemove={() => onChange({ personId: null })}
          />
        )}
      </div>
    </li>
  );
}

/** Who takes the place unless another is named. */
function FixedPerson({
  personId,
  readOnly,
  onRemove,
}: {
  personId: string;
  readOnly: boolean;
  onRemove: () => void;
}) {
  const query = useQuery(personQueries.detail(personId));
  const gone = query.isError && asProblem(query.error).status === 404;
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {query.data !== undefined && (
          <>
            Sempre <strong className="font-medium">{query.data.name}</strong>{' '}
            <span className="text-muted tabular">{formatCpf(query.data.cpf)}</span>
          </>
        )}
        {gone && <span className="text-danger">Esta pessoa saiu do cadastro: escolha outra.</span>}
        {query.isError && !gone && 'Pessoa fixa'}
        {query.isPending && 'Carregando…'}
      </span>
      {!readOnly && (
        <Button
          variant="ghost"
          size="iconSm"
          aria-label="Tirar pessoa fixa"
          icon={<X />}
          onClick={onRemove}
        />
      )}
    </p>
  );
}
