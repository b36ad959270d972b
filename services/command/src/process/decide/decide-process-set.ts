import { streams, type DataOf, type ProcessSetEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../../decider/decision.ts';
import type { CreateProcess } from './commands.ts';

export type ProcessSetState =
  | { status: 'absent' }
  /** No plan came after its credits were reserved: this id can never be used. */
  | { status: 'abandoned'; tenantId: string }
  /** All of its processes will be created, by whichever process; `created` once they are. */
  | { status: 'planned' | 'created'; plan: Plan };

type Plan = DataOf<'ProcessSetPlanned'>;

export type ProcessSetCommand =
  /** One process for each document of `asked`, with the ids in their order. */
  | { type: 'plan'; setId: string; processIds: readonly string[]; asked: CreateProcess }
  | { type: 'recordCreated'; setId: string; tenantId: string }
  | { type: 'abandon'; setId: string; tenantId: string };

type Of<Type extends ProcessSetCommand['type']> = Extract<ProcessSetCommand, { type: Type }>;

function decide(command: ProcessSetCommand, state: ProcessSetState): Decision<ProcessSetEvent> {
  switch (command.type) {
    case 'plan':
      if (state.status === 'abandoned') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a plan that is there already is this same one.
      return state.status === 'absent'
        ? accept({ type: 'ProcessSetPlanned', data: planOf(command) })
        : accept();
    case 'recordCreated': {
      if (state.status !== 'planned')
        return state.status === 'created' ? accept() : reject('CONCURRENT_CHANGE');
      const { setId, tenantId } = command;
      return accept({ type: 'ProcessSetCreated', data: { setId, tenantId } });
    }
    case 'abandon': {
      // A set that was planned keeps its credits, and one that was abandoned stays so: nothing to do.
      if (state.status !== 'absent') return accept();
      const { setId, tenantId } = command;
      return accept({ type: 'ProcessSetAbandoned', data: { setId, tenantId } });
    }
  }
}

function planOf({ setId, processIds, asked }: Of<'plan'>): Plan {
  const { tenantId, summary, company, requester, tenantName, participants, documents } = asked;
  const signatories = participants.filter(({ part }) => part === 'signatory').length;
  return {
    setId,
    tenantId,
    summary,
    company,
    requester,
    tenantName,
    participants: [...participants],
    minimumSignatories: asked.minimumSignatories ?? signatories,
    ...(asked.acceptsLateSignatures === true ? { acceptsLateSignatures: true } : {}),
    ...(asked.allowsDelegation === true ? { allowsDelegation: true } : {}),
    ...(asked.deadline === undefined ? {} : { deadline: asked.deadline }),
    ...(asked.reminders === undefined ? {} : { reminders: asked.reminders }),
    ...(asked.tagIds === undefined ? {} : { tagIds: [...asked.tagIds] }),
    plannedAt: asked.at,
    processes: documents.map(({ askedOf, ...document }, index) => ({
      processId: processIds[index] ?? '',
      document,
      answeringIds: askedOf && [...askedOf],
    })),
  };
}

/** The commands that make the planned processes: deterministic. */
export function creationsOf(plan: Plan): CreateProcess[] {
  const { setId, tenantId, summary, company, requester, tenantName, participants, deadline, reminders } =
    plan;
  return plan.processes.map(({ processId, document, answeringIds }) => ({
    type: 'create',
    processId,
    setId,
    tenantId,
    tenantName,
    summary,
    company,
    requester,
    participants,
    documents: [{ ...document, askedOf: answeringIds }],
    minimumSignatories: plan.minimumSignatories === 0 ? undefined : plan.minimumSignatories,
    acceptsLateSignatures: plan.acceptsLateSignatures,
    allowsDelegation: plan.allowsDelegation,
    deadline,
    reminders,
    tagIds: plan.tagIds,
    at: plan.plannedAt,
  }));
}

function evolve(state: ProcessSetState, event: ProcessSetEvent): ProcessSetState {
  switch (event.type) {
    case 'ProcessSetPlanned':
      return { status: 'planned', plan: event.data };
    case 'ProcessSetCreated':
      return state.status === 'planned' ? { status: 'created', plan: state.plan } : state;
    case 'ProcessSetAbandoned':
      return { status: 'abandoned', tenantId: event.data.tenantId };
  }
}

export const processSet: Aggregate<ProcessSetCommand, ProcessSetState, ProcessSetEvent> = {
  stream: streams.processSet,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
