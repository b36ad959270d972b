import type { HistoryObjectKind } from '@lacre/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { TenantEvent } from './queries.ts';

type EventObject = TenantEvent['objects'][number];

/** What it is, for something whose name is gone, or that needs it beside its name. */
const WORDS: Record<HistoryObjectKind, string> = {
  person: 'Pessoa',
  user: 'Usuário',
  company: 'Empresa',
  template: 'Modelo',
  envelope: 'Envelope',
  'signer-group': 'Grupo',
  tag: 'Etiqueta',
  token: 'Token',
  totem: 'Totem',
  process: 'Processo',
  document: 'Documento',
};

const LINK = 'wrap-anywhere text-primary-ink underline underline-offset-4';

/** Whom and what an event is about, each with the way to it. */
export function EventObjects({ event }: { event: TenantEvent }): ReactNode {
  // Who acted stands in the column before.
  const objects = event.objects.filter(({ id }) => id !== event.who.id);
  if (objects.length === 0) return <span className="text-subtle">—</span>;
  const processId = objects.find(({ kind }) => kind === 'process')?.id;
  return (
    <ul className="flex flex-col gap-0.5">
      {objects.map((object) => (
        <li key={object.id}>
          <span className="text-[0.8125rem] text-subtle">{WORDS[object.kind]} </span>
          <ObjectLink object={object} processId={processId} />
        </li>
      ))}
    </ul>
  );
}

function ObjectLink({
  object: { kind, id, name, exists },
  processId,
}: {
  object: EventObject;
  processId: string | undefined;
}) {
  const text = name ?? 'sem nome';
  if (!exists) return <span className="wrap-anywhere">{text}</span>;
  switch (kind) {
    case 'process':
      return (
        <Link to="/processes/$processId" params={{ processId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'document':
      return processId === undefined ? (
        text
      ) : (
        <Link to="/processes/$processId" params={{ processId }} className={LINK}>
          {text}
        </Link>
      );
    case 'company':
      return (
        <Link to="/companies/$companyId" params={{ companyId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'person':
      return (
        <Link to="/persons/$personId" params={{ personId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'user':
      return (
        <Link to="/users" search={name === null ? {} : { search: name }} className={LINK}>
          {text}
        </Link>
      );
    case 'template':
      return (
        <Link to="/templates/$templateId" params={{ templateId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'envelope':
      return (
        <Link to="/envelopes/$envelopeId" params={{ envelopeId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'signer-group':
      return (
        <Link to="/signer-groups/$signerGroupId" params={{ signerGroupId: id }} className={LINK}>
          {text}
        </Link>
      );
    case 'token':
      return (
        <Link to="/tokens" className={LINK}>
          {text}
        </Link>
      );
    case 'totem':
      return (
        <Link to="/users" className={LINK}>
          {text}
        </Link>
      );
    case 'tag':
      return <span className="wrap-anywhere">{text}</span>;
  }
}
