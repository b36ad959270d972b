import { useRef, useState } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';

import { newIntent } from '@/lib/api/client.ts';
import { asProblem, isAbort, type Problem, type ProblemCode } from '@/lib/api/problem.ts';

interface SubmitOptions<Values extends FieldValues> {
  /** Sends the form. The key is the same for every retry of unchanged values. */
  send: (values: Values, idempotencyKey: string) => Promise<void>;
  /** Refusals that belong to one field: `{ CNPJ_ALREADY_EXISTS: 'cnpj' }`. */
  fieldOf?: Partial<Record<ProblemCode, FieldPath<Values>>>;
  /** The form's name of a field that the request calls otherwise; undefined where they agree. */
  rename?: (field: string) => string | undefined;
}

/** A form's way to the server. */
export interface Submission {
  submit: (event?: React.BaseSyntheticEvent) => void;
  problem: Problem | undefined;
  busy: boolean;
}

/**
 * Sends a form and brings what the server refuses back to the fields at fault. What no field can show comes back
 * as `problem`. Values are never cleared by a failure.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { send, fieldOf = {}, rename = () => undefined }: SubmitOptions<Values>,
): Submission {
  const [problem, setProblem] = useState<Problem>();
  const intent = useRef<{ values: string; key: string }>(undefined);

  async function attempt(values: Values): Promise<void> {
    const fingerprint = JSON.stringify(values);
    if (intent.current?.values !== fingerprint) intent.current = { values: fingerprint, key: newIntent() };
    setProblem(undefined);
    try {
      await send(values, intent.current.key);
      intent.current = undefined;
    } catch (error) {
      if (isAbort(error)) return;
      const failed = asProblem(error);
      // A refusal is an answer: the next attempt is a new intention.
      if (!failed.retryable) intent.current = undefined;
      if (!showOnFields(form, failed, fieldOf, rename)) setProblem(failed);
    }
  }

  return {
    submit: (event) => void form.handleSubmit(attempt)(event),
    problem,
    busy: form.formState.isSubmitting,
  };
}

/** Whether every part of the problem found a field. */
function showOnFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  problem: Problem,
  fieldOf: Partial<Record<ProblemCode, FieldPath<Values>>>,
  rename: (field: string) => string | undefined,
): boolean {
  const own = fieldOf[problem.code];
  const faults = own === undefined ? problem.fields : [{ field: own as string, message: problem.title }];
  const known = faults.map((fault) => ({ ...fault, name: rename(fault.field) ?? fault.field }));
  const shown = known.filter((fault) => hasField(form, fault.name));
  for (const [index, fault] of shown.entries()) {
    form.setError(
      fault.name as FieldPath<Values>,
      { type: 'server', message: fault.message },
      { shouldFocus: index === 0 },
    );
  }
  return faults.length > 0 && shown.length === faults.length;
}

/** Every field of a form has a default value, so that what has none is not of this form. */
function hasField<Values extends FieldValues>(form: UseFormReturn<Values>, name: string): boolean {
  return get(form.getValues(), name) !== undefined;
}
