import {
  clauseFaultIn,
  danglingReferencesIn,
  looseBracesIn,
  meaningOf,
  peopleKeysOf,
  placeholdersOf,
  streams,
  type TemplateContent,
  type TemplateEvent,
  type TemplateFields,
} from '@lacre/contracts';

import { objectionToRequests } from '../decider/at-request-rules.ts';
import { accept, reject, type Aggregate, type Rejection } from '../decider/decision.ts';
import { decideReusable, type ReusableCommand, type ReusableState } from '../decider/reusable.ts';

export interface Template {
  templateId: string;
  tenantId: string;
  fields: TemplateFields;
  content: TemplateContent;
}

export type TemplateState = ReusableState<Template>;

/** `content` undefined: it stays as it is. */
interface TemplateEdit {
  fields: TemplateFields;
  content: TemplateContent | undefined;
}

export type TemplateCommand = ReusableCommand<Template, TemplateEdit>;

type Rule = (template: Pick<Template, 'fields' | 'content'>) => Rejection | undefined;

const someoneSigns: Rule = ({ fields: { roles } }) =>
  roles.some(({ part }) => part !== 'attestant') ? undefined : reject('NO_SIGNERS_PROVIDED');

/** Who takes the roles is known at each use: of a process, parts alone can be judged before. */
const requestsFit: Rule = ({ fields: { roles } }) =>
  objectionToRequests(roles.map(({ part, atRequest }) => ({ part, signsForAnother: atRequest === true })));

const minimumIsReachable: Rule = ({ fields: { roles, minimumSignatories: minimum } }) =>
  minimum === undefined || minimum <= roles.filter(({ part }) => part === 'signatory').length
    ? undefined
    : reject('MINIMUM_SIGNATORIES_INVALID');

const placeholdersAreKnown: Rule = ({ fields: { roles }, content }) => {
  const people = peopleKeysOf(roles);
  const unknown = placeholdersOf(content).filter(
    (placeholder) => meaningOf(placeholder, people) === undefined,
  );
  const names = unknown.map((placeholder) => `{{${placeholder}}}`).join(', ');
  return unknown.length === 0
    ? undefined
    : reject(
        'CLASS_VALIDATION_ERROR',
        `${content.kind === 'word' ? 'O documento' : 'O texto'} tem campos desconhecidos: ${names}.`,
      );
};

const placeholdersAreWhole: Rule = ({ content }) =>
  content.kind === 'text' && [content.title, content.text].some((text) => looseBracesIn(text) !== undefined)
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

const referencesAreKnown: Rule = ({ content }) => {
  const dangling = content.kind === 'text' ? [content.title, content.text].flatMap(danglingReferencesIn) : [];
  const names = dangling.map((name) => `{{${name}}}`).join(', ');
  return dangling.length === 0
    ? undefined
    : reject('CLASS_VALIDATION_ERROR', `O texto fala de cláusulas que não estão nele: ${names}.`);
};

const RULES: readonly Rule[] = [
  someoneSigns,
  requestsFit,
  minimumIsReachable,
  placeholdersAreKnown,
  placeholdersAreWhole,
  clausesAreWhole,
  referencesAreKnown,
];

function objectionTo(template: Pick<Template, 'fields' | 'content'>): Rejection | undefined {
  for (const rule of RULES) {
    const objection = rule(template);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

const decide = decideReusable<Template, Template, TemplateEdit, TemplateEvent>({
  unknown: 'TEMPLATE_NOT_FOUND',
  create: (made) => {
    const { templateId, tenantId, fields, content } = made;
    return (
      objectionTo(made) ??
      accept({ type: 'TemplateCreated', data: { templateId, tenantId, fields, content } })
    );
  },
  edit: ({ fields, content: changed }, { templateId, tenantId, content: former }) => {
    const content = changed ?? former;
    return (
      objectionTo({ fields, content }) ??
      accept({ type: 'TemplateEdited', data: { templateId, tenantId, fields, content } })
    );
  },
  remove: ({ templateId, tenantId }) => ({ type: 'TemplateRemoved', data: { templateId, tenantId } }),
});

function evolve(_state: TemplateState, event: TemplateEvent): TemplateState {
  switch (event.type) {
    case 'TemplateCreated':
    case 'TemplateEdited':
      return { status: 'kept', ...event.data };
    case 'TemplateRemoved':
      return { status: 'removed' };
  }
}

export const template: Aggregate<TemplateCommand, TemplateState, TemplateEvent> = {
  stream: streams.template,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
