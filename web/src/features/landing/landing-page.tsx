import { Link } from '@tanstack/react-router';
import {
  ArrowRight,
  Construction,
  FileUp,
  Fingerprint,
  Hash,
  ListChecks,
  MapPin,
  Send,
  ShieldCheck,
  Stamp,
} from 'lucide-react';
import { useEffect } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { session } from '@/lib/session/session.ts';
import { useSession } from '@/lib/session/use-session.ts';

import { SealedPage } from './sealed-page.tsx';

const STEPS = [
  {
    icon: FileUp,
    title: 'Envie os documentos',
    text: 'Um ou vários arquivos de uma vez, para uma empresa e as pessoas que precisam assinar.',
  },
  {
    icon: Send,
    title: 'Cada um assina do seu jeito',
    text: 'Signatários, representantes e testemunhas recebem um link, confirmam o CPF com um código e leem antes de assinar.',
  },
  {
    icon: Stamp,
    title: 'O lacre fecha o documento',
    text: 'O PDF final sai selado, com a página de assinaturas e tudo o que prova quem assinou e quando.',
  },
] as const;

const PROOFS = [
  {
    icon: ListChecks,
    title: 'Linha do tempo completa',
    text: 'Quem, quando, o quê e por quê. Nada é apagado nem reescrito.',
  },
  {
    icon: Fingerprint,
    title: 'Identidade confirmada',
    text: 'CPF e código de uso único. Um link encaminhado não assina nada.',
  },
  {
    icon: Hash,
    title: 'Integridade verificável',
    text: 'Basta um caractere alterado para a conferência acusar.',
  },
  {
    icon: MapPin,
    title: 'Contexto registrado',
    text: 'Aparelho, endereço de rede e, quando pedido, localização.',
  },
] as const;

/** The landing page: what the product does, in one screen and a half. */
export function LandingPage() {
  useTitle(undefined);
  // Only to offer signed-in users the way to their panel; without an answer the page is whole.
  useEffect(() => void session.start().catch(() => undefined), []);
  return (
    <>
      <Hero />
      <section aria-labelledby="como-funciona" className="border-t border-line bg-surface">
        <div className="mx-auto max-w-[1160px] px-4 py-16 sm:px-6 lg:py-20">
          <h2 id="como-funciona" className="text-2xl font-semibold sm:text-3xl">
            Do envio ao lacre, em três passos
          </h2>
          <ol className="mt-10 grid gap-8 md:grid-cols-3">
            {STEPS.map((step, index) => (
              <li key={step.title}>
                <span className="flex items-center gap-3">
                  <span className="flex size-11 items-center justify-center rounded-xl bg-primary-soft text-primary-ink">
                    <step.icon aria-hidden="true" className="size-5" />
                  </span>
                  <span aria-hidden="true" className="text-sm font-medium text-subtle tabular">
                    {index + 1}
                  </span>
                </span>
                <h3 className="mt-4 font-semibold">{step.title}</h3>
                <p className="mt-1.5 text-[0.9375rem] text-muted">{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section aria-labelledby="provas" className="border-t border-line">
        <div className="mx-auto grid max-w-[1160px] gap-10 px-4 py-16 sm:px-6 lg:grid-cols-[1fr_1.6fr] lg:py-20">
          <div>
            <h2 id="provas" className="text-2xl font-semibold sm:text-3xl">
              Assinar é fácil. Provar também tem que ser.
            </h2>
            <p className="mt-3 text-muted">
              Cada documento carrega as próprias provas, e qualquer pessoa pode conferir sem ter conta.
            </p>
            <Button asChild className="mt-6">
              <Link to="/validate">
                <ShieldCheck />
                Validar um documento
              </Link>
            </Button>
          </div>
          <ul className="grid gap-4 sm:grid-cols-2">
            {PROOFS.map((proof) => (
              <li key={proof.title} className="card p-5">
                <proof.icon aria-hidden="true" className="size-5 text-primary-ink" />
                <h3 className="mt-3 font-semibold">{proof.title}</h3>
                <p className="mt-1 text-sm text-muted">{proof.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

function Hero() {
  const signedIn = useSession().status === 'authenticated';
  return (
    <section className="relative overflow-hidden">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 -top-40 h-[560px] bg-[radial-gradient(60%_100%_at_70%_0%,var(--primary-soft),transparent)]"
      />
      <div className="relative mx-auto grid max-w-[1160px] items-center gap-12 px-4 py-14 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:py-24">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full border border-line-strong bg-surface px-3 py-1 text-[0.8125rem] text-muted">
            <Construction aria-hidden="true" className="size-4 text-warning" />
            Esta página ainda está em construção; o produto já funciona.
          </p>
          <h1 className="mt-5 text-4xl leading-[1.1] font-semibold tracking-tight sm:text-5xl">
            Assinaturas eletrônicas que se provam sozinhas
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted">
            Envie documentos para assinatura, acompanhe cada passo e receba um PDF lacrado, que qualquer
            pessoa confere.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild variant="primary" size="lg" className="max-sm:w-full">
              {signedIn ? (
                <Link to="/dashboard">
                  Abrir o painel
                  <ArrowRight />
                </Link>
              ) : (
                <Link to="/register">
                  Criar conta
                  <ArrowRight />
                </Link>
              )}
            </Button>
            <Button asChild size="lg" className="max-sm:w-full">
              <Link to="/validate">Validar documento</Link>
            </Button>
          </div>
        </div>
        <SealedPage className="mx-auto w-[calc(100%-2rem)] max-w-[400px]" />
      </div>
    </section>
  );
}
