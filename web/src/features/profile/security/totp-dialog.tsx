import type { AnswerOf } from '@lacre/contracts';

import { CodeForm } from '@/components/form/code-form.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { api } from '@/lib/session/session.ts';

const QrCode = lazyPart(
  () => import('./qr-code.tsx'),
  (code) => code.default,
  <Skeleton className="size-52" />,
);

export type StartedTotp = AnswerOf<'startTotp'>;

/** Ties an authenticator app to the account: its secret goes to the app by QR code, or typed. */
export function TotpDialog({
  started,
  onClose,
  onFinished,
}: {
  started: StartedTotp;
  onClose: () => void;
  onFinished: (recoveryCodes: readonly string[] | null) => Promise<void>;
}) {
  const secret = started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <Dialog open onOpenChange={onClose} title="Aplicativo autenticador" className="sm:max-w-xl!">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Leia este código com o aplicativo">
          <p className="mb-3 text-sm text-muted">
            Google Authenticator, Microsoft Authenticator, 1Password ou outro de sua preferência.
          </p>
          <QrCode text={started.uri} label="Código QR para o aplicativo autenticador" />
          <p className="mt-3 text-sm text-muted">Não dá para ler? Digite esta chave no aplicativo:</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2">
            <code className="rounded-lg bg-sunken px-2.5 py-1.5 font-mono text-[0.8125rem] wrap-anywhere">
              {secret}
            </code>
            <CopyButton text={started.secret} label="Copiar chave" />
          </p>
        </Step>
        <Step number={2} title="Digite o código que ele mostra">
          <CodeForm
            submitLabel="Concluir"
            focusOnMount={false}
            onCode={async (code) => {
              const { recoveryCodes } = await api.call('finalizeFactor', {
                params: { factorId: started.factorId },
                body: { code },
              });
              await onFinished(recoveryCodes);
            }}
          />
        </Step>
      </ol>
    </Dialog>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary-ink"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="mb-1 leading-[1.75] font-medium">{title}</h3>
        {children}
      </div>
    </li>
  );
}
