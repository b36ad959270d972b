import { Pencil } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { MarkPreview } from '@/features/signing/mark/mark-preview.tsx';
import { proofsAsked } from '@/features/signing/sign/proofs.ts';
import { say } from '@/i18n/say.ts';

import type { Mark } from './progress.ts';
import type { SigningRequest } from './queries.ts';

/** What is left to know once everything is read: how the signature looks, and what will be asked on signing. */
export function BeforeSigning({
  requirements,
  mark,
  name,
  onChangeMark,
}: {
  requirements: SigningRequest['requirements'];
  mark: Mark;
  name: string;
  onChangeMark: () => void;
}) {
  const proofs = proofsAsked(requirements);
  return (
    <div className="mt-6 flex flex-col gap-3">
      <section
        aria-labelledby="sua-assinatura"
        className="flex flex-wrap items-center gap-x-6 gap-y-3 card p-4"
      >
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="sua-assinatura" className="text-[0.9375rem] font-medium">
            {say('Sua assinatura')}
          </h2>
          <p className="mt-0.5 text-[0.8125rem] text-muted">
            {mark.style === 'drawn'
              ? say('O seu desenho aparece assim na página de assinaturas.')
              : say('O seu nome aparece assim na página de assinaturas. Se preferir, desenhe.')}
          </p>
          <Button
            size="sm"
            className="mt-3"
            icon={<Pencil />}
            onClick={onChangeMark}
            aria-label={say('Mudar como a assinatura aparece')}
          >
            {say('Mudar')}
          </Button>
        </div>
        <MarkPreview mark={mark} name={name} className="max-w-56 sm:max-w-64" />
      </section>
      {proofs.length > 0 && (
        <section aria-labelledby="sera-pedido" className="card p-4">
          <h2 id="sera-pedido" className="text-[0.9375rem] font-medium">
            {say('Ao assinar, vamos pedir')}
          </h2>
          <ul className="mt-3 flex flex-col gap-4">
            {proofs.map(({ kind, icon: Icon, title, why }) => (
              <li key={kind} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink"
                >
                  <Icon className="size-4.5" />
                </span>
                <div className="min-w-0">
                  <p className="text-sm font-medium">{say(title)}</p>
                  <p className="text-[0.8125rem] text-muted">{say(why)}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
