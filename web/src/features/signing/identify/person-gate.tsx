import { useEffect, type ReactNode } from 'react';

import { PageLoading } from '@/components/page/page-loading.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { useSignersLanguage } from '@/entities/language/spoken.ts';
import { SigningShell } from '@/features/signing/request/signing-shell.tsx';
import { askForPerson } from '@/lib/session/across-tabs.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import type { Invited } from './code-step-memory.ts';
import type { SigningLink } from './link.ts';

// Either the person identifies themselves, or they are known: never both at once.
const IdentifyPage = lazyPart(
  () => import('./identify-page.tsx'),
  (code) => code.default,
  <PageLoading />,
);
const BrokenLink = lazyPart(
  () => import('./broken-link.tsx'),
  (code) => code.BrokenLink,
);
if (personSession.get() === undefined) IdentifyPage.prepare();

/** What is a person's own, once they showed who they are; until then, that. */
export function PersonGate({
  link,
  children,
}: {
  link: SigningLink;
  children: (personId: string) => ReactNode;
}) {
  useSignersLanguage();
  const session = usePersonSession();
  const { person } = link;
  const invited = invitedBy(link);
  const known = session !== undefined && (person === undefined || session.person.personId === person);
  useEffect(() => {
    if (!known && person !== undefined) askForPerson(person);
  }, [known, person]);
  return (
    <SigningShell link={link}>
      {known && children(session.person.personId)}
      {!known && invited !== undefined && (
        <IdentifyPage key={Object.values(invited).join(' ')} invited={invited} />
      )}
      {!known && invited === undefined && <BrokenLink />}
    </SigningShell>
  );
}

function invitedBy({ process, person, domain }: SigningLink): Invited | undefined {
  if (process !== undefined && person !== undefined) return { processId: process, personId: person };
  return domain === undefined ? undefined : { domain };
}
