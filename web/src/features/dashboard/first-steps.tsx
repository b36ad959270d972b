import type { AnswerOf } from '@lacre/contracts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';

import { plural } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

interface FirstStep {
  done: boolean;
  title: string;
  text: string;
  to: NonNullable<LinkProps['to']>;
  action: string;
}

/** What is left to do in a new account, until a process was sent. */
export function FirstSteps({ data }: { data: AnswerOf<'dashboard'> }) {
  const steps: readonly FirstStep[] = [
    {
      done: data.companies > 0,
      title: 'Cadastre uma empresa',
      text: 'Todo processo é feito em nome de uma empresa.',
      to: '/companies/new',
      action: 'Cadastrar empresa',
    },
    {
      done: data.persons > 0,
      title: 'Cadastre quem vai assinar',
      text: 'Basta nome, CPF e email. Também dá para incluir na hora.',
      to: '/persons',
      action: 'Cadastrar pessoas',
    },
    {
      done: false,
      title: 'Envie o primeiro documento',
      text: `A conta tem ${plural(data.credits.balance, 'crédito')}: um por documento selado.`,
      to: '/processes/new',
      action: 'Novo processo',
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  return (
    <section aria-labelledby="primeiros-passos" className="overflow-hidden card">
      <div className="border-b border-line bg-[linear-gradient(120deg,var(--primary-soft),transparent_70%)] p-5 sm:p-6">
        <h2 id="primeiros-passos" className="text-lg font-semibold">
          Três passos até a primeira assinatura
        </h2>
        <p className="mt-1 text-sm text-muted">
          {steps.filter((step) => step.done).length} de {steps.length} concluídos
        </p>
      </div>
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5 sm:px-6">
            <span
              aria-hidden="true"
              className={cn(
                'flex size-8 shrink-0 items-center justify-center rounded-full border text-sm font-semibold tabular',
                step.done
                  ? 'border-success-line bg-success-soft text-success'
                  : 'border-line-strong text-subtle',
              )}
            >
              {step.done ? <Check className="size-4" strokeWidth={3} /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-48">
              <p className={cn('font-medium', step.done && 'text-muted')}>
                {step.title}
                {step.done && <span className="sr-only"> (concluído)</span>}
              </p>
              <p className="text-sm text-muted">{step.text}</p>
            </div>
            {!step.done && (
              <Link
                to={step.to}
                className={cn(
                  'inline-flex h-10 items-center gap-1.5 rounded-[10px] px-4 text-sm font-medium',
                  index === next
                    ? 'bg-primary-fill text-white hover:bg-primary-fill-hover'
                    : 'border border-line-strong hover:bg-hover',
                )}
              >
                {step.action}
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
