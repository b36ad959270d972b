import {
  clauseFaultIn,
  hasLooseBraces,
  meaningOf,
  placeholdersOf,
  streams,
  type TemplateContent,
  type TemplateEvent,
  type TemplateFields,
} from '@lacre/contracts';

import {
  accept,
  ofTenant,
  reject,
  type Aggregate,
  type Decision,
  type Rejection,
} from '../decider/decision.ts';

export interface Template {
  templateId: string;
  tenantId: string;
  fields: TemplateFields;
  content: TemplateContent;
}

export type TemplateState = { status: 'absent' } | ({ status: 'kept' } & Template) | { status: 'removed' };

export type TemplateCommand =
  | ({ type: 'create' } & Template)
  /** `content` undefined: it stays as it is. */
  | { type: 'edit'; tenantId: string; fields: TemplateFields; content: TemplateContent | undefined }
  | { type: 'remove'; tenantId: string };

type Rule = (template: Pick<Template, 'fields' | 'content'>) => Rejection | undefined;

const someoneSigns: Rule = ({ fields: { roles } }) =>
  roles.some(({ part }) => part !== 'attestant') ? undefined : reject('NO_SIGNERS_PROVIDED');

const minimumIsReachable: Rule = ({ fields: { roles, minimumSignatories: minimum } }) =>
  minimum === undefined || minimum <= roles.filter(({ part }) => part === 'signatory').length
    ? undefined
    : reject('MINIMUM_SIGNATORIES_INVALID');

const placeholdersAreKnown: Rule = ({ fields: { roles }, content }) => {
  const keys = roles.map(({ key }) => key);
  const unknown = placeholdersOf(content).filter((placeholder) => meaningOf(placeholder, keys) === undefined);
  const names = unknown.map((placeholder) => `{{${placeholder}}}`).join(', ');
  return unknown.length === 0
    ? undefined
    : reject(
        'CLASS_VALIDATION_ERROR',
        `${content.kind === 'word' ? 'O documento' : 'O texto'} tem campos desconhecidos: ${names}.`,
      );
};

const placeholdersAreWhole: Rule = ({ content }) =>
  content.kind === 'text' && [content.title, content.text].some(hasLooseBraces)
    ? reject('CLASS_VALIDATION_ERROR', 'O texto tem um campo sem as duas chaves de abrir ou de fechar.')
    : undefined;

const clausesAreWhole: Rule = ({ content }) => {
  const fault =
    content.kind === 'text' ? (clauseFaultIn(content.title) ?? clauseFaultIn(content.text)) : undefined;
  if (fault === undefined) return undefined;
  const words =
    fault.why === 'not-open'
      ? `{{${fault.mark}}} fecha uma cláusula que não está aberta`
      : `A cláusula {{${fault.mark}}} não é fechada`;
  return reject(
    'CLASS_VALIDATION_ERROR',
    `${words}: cada cláusula abre e fecha, uma dentro da outra ou em seguida.`,
  );
};

const RULES: readonly Rule[] = [
  someoneSigns,
  minimumIsReachable,
  placeholdersAreKnown,
  placeholdersAreWhole,
  clausesAreWhole,
];

function objectionTo(template: Pick<Template, 'fields' | 'content'>): Rejection | undefined {
  for (const rule of RULES) {
    const objection = rule(template);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

function decide(command: TemplateCommand, state: TemplateState): Decision<TemplateEvent> {
  const { tenantId } = command;
  if (command.type === 'create') {
    const { templateId, fields, content } = command;
    // The id derives from the intent, so a template that is there already, or was, is this same one.
    if (state.status !== 'absent') return accept();
    return (
      objectionTo(command) ??
      accept({ type: 'TemplateCreated', data: { templateId, tenantId, fields, content } })
    );
  }
  const kept = templateOf(state, tenantId);
  if (kept === undefined) return reject('TEMPLATE_NOT_FOUND');
  const { templateId } = kept;
  switch (command.type) {
    case 'edit': {
      const { fields, content = kept.content } = command;
      return (
        objectionTo({ fields, content }) ??
        accept({ type: 'TemplateEdited', data: { templateId, tenantId, fields, content } })
      );
    }
    case 'remove':
      return accept({ type: 'TemplateRemoved', data: { templateId, tenantId } });
  }
}

function evolve(_state: TemplateState, event: TemplateEvent): TemplateState {
  switch (event.type) {
    case 'TemplateCreated':
    case 'TemplateEdited':
      return { status: 'kept', ...event.data };
    case 'TemplateRemoved':
      return { status: 'removed' };
  }
}

export function templateOf(state: TemplateState, tenantId: string): Template | undefined {
  return ofTenant(state.status === 'kept' ? state : undefined, tenantId);
}

export const template: Aggregate<TemplateCommand, TemplateState, TemplateEvent> = {
  stream: streams.template,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
