import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Callout } from '@/components/ui/callout.tsx';
import { useTitle } from '@/lib/use-title.ts';

import { TERMS_VERSION, TERMS_VERSIONS, type TermsVersion } from './terms.ts';

interface TermsSection {
  id: string;
  title: string;
  body: ReactNode;
}

/** The text as it stood in a version: what came later is left out. */
const sectionsOf = (version: TermsVersion): readonly TermsSection[] => [
  {
    id: 'assinatura',
    title: 'O que é assinar aqui',
    body: (
      <>
        <p>
          Ao assinar, você declara que leu o documento mostrado na tela e concorda com ele. A assinatura
          eletrônica tem validade jurídica entre as partes que a aceitam (Medida Provisória 2.200-2/2001, art.
          10, §2º, e Lei 14.063/2020).
        </p>
        <p>
          Quem pede a assinatura define quem participa e o que cada pessoa precisa mostrar. Você pode recusar,
          dizendo o motivo, e a recusa fica registrada do mesmo modo.
        </p>
      </>
    ),
  },
  {
    id: 'registro',
    title: 'O que fica registrado',
    body: (
      <>
        <p>
          Nome, CPF, e-mail, a parte em que participa, data e hora, endereço de rede (IP), navegador e
          aparelho, o resumo criptográfico (SHA-256) do documento exibido e a versão destes termos. Quando
          quem pediu a assinatura exige, também a sua localização; nesse caso, avisamos antes de pedir a
          permissão do navegador.
          {version !== '2026-11' &&
            ' Se você desenhar a sua assinatura, o desenho fica na página de assinaturas; ele não serve para reconhecer ninguém.'}
        </p>
        {version !== '2026-11' && (
          <p>
            Se quem pediu a assinatura exige o seu rosto, pedimos antes o seu consentimento e dizemos para que
            ele serve, por quanto tempo fica guardado e que outra forma de assinar existe. As fotos e o modelo
            do rosto ficam cifrados e nunca entram no documento, que leva apenas o resultado da comparação.
            Você pode ver e apagar o que guardamos a qualquer momento.
          </p>
        )}
        <p>
          Esses dados compõem a página de assinaturas e a linha do tempo do processo. Servem para provar a
          assinatura, e não são usados para publicidade nem vendidos.
        </p>
      </>
    ),
  },
  {
    id: 'lacre',
    title: 'O documento lacrado',
    body: (
      <p>
        Reunidas as assinaturas, o PDF recebe um selo digital. O conteúdo original não muda, e qualquer
        alteração posterior é percebida na página de validação. O arquivo enviado para validação é conferido e
        descartado: não guardamos cópia.
      </p>
    ),
  },
  {
    id: 'privacidade',
    title: 'Seus dados pessoais',
    body: (
      <>
        <p>
          O tratamento segue a Lei Geral de Proteção de Dados (Lei 13.709/2018). A organização que pede a
          assinatura decide para quê os dados servem; a plataforma os trata em nome dela.
        </p>
        <p>
          Você pode pedir acesso, correção ou eliminação dos seus dados à organização que enviou o documento.
          Na validação pública, nomes e CPFs aparecem mascarados.
        </p>
      </>
    ),
  },
  {
    id: 'aparelho',
    title: 'O que guardamos no seu aparelho',
    body: (
      <p>
        Um cookie de sessão, para manter você conectado, e preferências de tela (tema, menu recolhido e o
        endereço de acesso da sua conta). Não há rastreadores nem conteúdo de outros sites.
      </p>
    ),
  },
];

/** Terms of use and privacy. @param version as a signature recorded it; the present one unless given */
export function PoliciesPage({ version = TERMS_VERSION }: { version?: TermsVersion | undefined }) {
  useTitle('Termos e privacidade');
  const sections = sectionsOf(version);
  return (
    <div className="mx-auto max-w-[1000px] px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="text-3xl font-semibold">Termos e privacidade</h1>
      <p className="mt-2 text-muted">
        Versão {version}. O que acontece quando você assina, e com os seus dados.
      </p>
      {version !== TERMS_VERSION && (
        <Callout tone="info" className="mt-6" title="Esta não é a versão em vigor">
          Ela vale para quem assinou enquanto estava em vigor.{' '}
          <Link to="/policies" className="underline underline-offset-4">
            Ler a versão {TERMS_VERSION}
          </Link>
        </Callout>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-[220px_1fr]">
        <nav aria-label="Nesta página" className="lg:sticky lg:top-24 lg:self-start">
          <ul className="flex flex-col gap-1 border-l border-line text-sm">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="-ml-px block border-l border-transparent py-1 pl-4 text-muted hover:border-primary hover:text-ink"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex max-w-[68ch] flex-col gap-10">
          <Terms version={version} />
          <section aria-labelledby="versoes-titulo">
            <h2 id="versoes-titulo" className="text-xl font-semibold">
              Versões
            </h2>
            <p className="mt-3 text-muted">
              Cada assinatura guarda a versão que foi aceita. Todas continuam aqui.
            </p>
            <ul className="mt-2 flex flex-col">
              {TERMS_VERSIONS.map((one) => (
                <li key={one}>
                  <Link
                    to="/policies"
                    search={one === TERMS_VERSION ? {} : { version: one }}
                    aria-current={one === version ? 'page' : undefined}
                    className="inline-block py-1 text-primary-ink underline underline-offset-4"
                  >
                    Versão {one}
                  </Link>
                  {one === TERMS_VERSION && ', em vigor'}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}

/** The terms themselves, section by section. @param version the present one unless given */
export function Terms({ version = TERMS_VERSION }: { version?: TermsVersion }) {
  return sectionsOf(version).map((section) => (
    <section key={section.id} id={section.id} aria-labelledby={`${section.id}-titulo`}>
      <h2 id={`${section.id}-titulo`} className="text-xl font-semibold">
        {section.title}
      </h2>
      <div className="mt-3 flex flex-col gap-3 text-muted">{section.body}</div>
    </section>
  ));
}
