import type { Requirements } from '@lacre/contracts';
import { KeyRound } from 'lucide-react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';

import { REQUIREMENTS, type Requirement } from './requirement-kinds.ts';

/**
 * Checkboxes for what participants must show, for one of them or for several at once: a box stands for all, and is
 * indeterminate where they differ.
 */
export function RequirementBoxes({
  asked,
  of,
  kinds = REQUIREMENTS,
  onChange,
}: {
  asked: readonly Requirements[];
  /** Whose they are, for those who hear one box at a time. */
  of: string;
  kinds?: readonly Requirement[];
  /** @param change to be made to the requirements of each */
  onChange: (change: (requirements: Requirements) => Requirements) => void;
}) {
  const softened = kinds.filter(({ isAsked, allowances }) => allowances.length > 0 && asked.some(isAsked));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">O que {of} mostra ao assinar</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-0.5">
        {kinds.map(({ key, label, icon: Icon, isAsked, ask }) => (
          <Checkbox
            key={key}
            {...stateOf(asked, isAsked)}
            onChange={({ target: { checked } }) =>
              // Those of whom it is asked already keep what softens it.
              onChange((one) => (isAsked(one) === checked ? one : ask(one, checked)))
            }
            label={
              <span className="inline-flex items-center gap-1.5">
                <Icon aria-hidden="true" className="size-3.5 text-subtle" />
                {label}
                <span className="sr-only"> de {of}</span>
              </span>
            }
          />
        ))}
      </div>
      {softened.map(({ key, icon: Icon, isAsked, allowances }) => (
        <div key={key} className="flex animate-rise gap-2.5 rounded-lg bg-sunken px-3 py-1.5">
          <Icon aria-hidden="true" className="mt-2 size-3.5 shrink-0 text-subtle" />
          <div className="flex min-w-0 flex-wrap gap-x-5 gap-y-0.5">
            {allowances.map(({ label, isGiven, give }) => (
              <Checkbox
                key={label}
                {...stateOf(asked.filter(isAsked), isGiven)}
                onChange={({ target }) => onChange((one) => (isAsked(one) ? give(one, target.checked) : one))}
                label={
                  <>
                    {label}
                    <span className="sr-only">, {of}</span>
                  </>
                }
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function stateOf(asked: readonly Requirements[], holds: (one: Requirements) => boolean) {
  const checked = asked.every(holds);
  return { checked, indeterminate: !checked && asked.some(holds) };
}

/** A participant's requirements, in a few words each; the CPF is always asked. */
export function RequirementBadges({
  requirements,
  withCpf = false,
}: {
  requirements: Requirements;
  withCpf?: boolean;
}) {
  const asked = REQUIREMENTS.filter(({ isAsked }) => isAsked(requirements));
  if (asked.length === 0 && !withCpf) return null;
  return (
    <>
      {withCpf && (
        <Badge icon={<KeyRound aria-hidden="true" />}>
          {requirements.code === true ? 'CPF e código a cada assinatura' : 'CPF e código'}
        </Badge>
      )}
      {asked
        .filter(({ key }) => !withCpf || key !== 'code')
        .map(({ key, short, icon: Icon }) => (
          <Badge key={key} icon={<Icon aria-hidden="true" />}>
            {short(requirements)}
          </Badge>
        ))}
    </>
  );
}
