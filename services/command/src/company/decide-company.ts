import { streams, type CompanyFields, type StreamEvents } from '@lacre/contracts';

import { accept, ofTenant, reject, type Aggregate, type Decision } from '../decider/decision.ts';

/** A company's stream also says when its identifier was forfeited before the company was created. */
export type CompanyStreamEvent = StreamEvents['company'];

export interface CompanyRecord {
  companyId: string;
  tenantId: string;
  cnpj: string;
  fields: CompanyFields;
}

export type CompanyState =
  | { status: 'absent' }
  /** Its CNPJ went to another registration before it was stored: this id can never be used. */
  | { status: 'forfeited' }
  | ({ status: 'active' } & CompanyRecord)
  | ({ status: 'inactive' } & CompanyRecord)
  | { status: 'removed' };

/** A company that is registered now. */
export type RegisteredCompany = Extract<CompanyState, CompanyRecord>;

export type CompanyCommand =
  | { type: 'create'; companyId: string; tenantId: string; cnpj: string; fields: CompanyFields }
  | {
      type: 'edit';
      tenantId: string;
      fields: Omit<CompanyFields, 'active'>;
      /** Undefined: it stays as it is. */
      active: boolean | undefined;
      /** The head office that it names, that one's head office, and so on. */
      ancestors: readonly string[];
    }
  | { type: 'activate'; tenantId: string }
  | { type: 'deactivate'; tenantId: string }
  /** `pendingProcessIds`: those of the company that still wait for signatures. */
  | { type: 'remove'; tenantId: string; pendingProcessIds: readonly string[] };

function decide(command: CompanyCommand, state: CompanyState): Decision<CompanyStreamEvent> {
  if (command.type === 'create') return decideCreate(command, state);
  const { tenantId } = command;
  const company = companyOf(state, tenantId);
  if (company === undefined) return reject('COMPANY_NOT_FOUND');
  const { companyId } = company;
  switch (command.type) {
    case 'edit': {
      if (command.ancestors.includes(companyId)) return reject('COMPANY_PARENT_CYCLE');
      const fields = { ...command.fields, active: company.status === 'active' };
      return accept(
        { type: 'CompanyEdited', data: { companyId, tenantId, fields } },
        ...turned(company, command.active),
      );
    }
    case 'activate':
      return accept(...turned(company, true));
    case 'deactivate':
      return accept(...turned(company, false));
    case 'remove': {
      const pending = command.pendingProcessIds.length;
      if (pending > 0) return reject('COMPANY_HAS_PENDING_PROCESSES', `Processos pendentes: ${pending}.`);
      return accept({ type: 'CompanyRemoved', data: { companyId, tenantId } });
    }
  }
}

function decideCreate(
  { companyId, tenantId, cnpj, fields }: Extract<CompanyCommand, { type: 'create' }>,
  state: CompanyState,
): Decision<CompanyStreamEvent> {
  if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
  // The id derives from the intent, so a company that is there already, or was, is this same one.
  if (state.status !== 'absent') return accept();
  return accept({ type: 'CompanyCreated', data: { companyId, tenantId, cnpj, fields } });
}

/** What it takes for the company to be as active as is wanted; nothing when it is. */
function turned(
  { companyId, tenantId, status }: RegisteredCompany,
  active: boolean | undefined,
): CompanyStreamEvent[] {
  if (active === undefined || active === (status === 'active')) return [];
  return [{ type: active ? 'CompanyActivated' : 'CompanyDeactivated', data: { companyId, tenantId } }];
}

function evolve(state: CompanyState, event: CompanyStreamEvent): CompanyState {
  if (event.type === 'CompanyCreated') return { status: statusOf(event.data.fields), ...event.data };
  if (event.type === 'OwnerForfeited') return { status: 'forfeited' };
  return isRegistered(state) ? evolveRegistered(state, event) : state;
}

function evolveRegistered(
  state: RegisteredCompany,
  event: Exclude<CompanyStreamEvent, { type: 'CompanyCreated' | 'OwnerForfeited' }>,
): CompanyState {
  switch (event.type) {
    case 'CompanyEdited':
      return { ...state, status: statusOf(event.data.fields), fields: event.data.fields };
    case 'CompanyActivated':
      return { ...state, status: 'active', fields: { ...state.fields, active: true } };
    case 'CompanyDeactivated':
      return { ...state, status: 'inactive', fields: { ...state.fields, active: false } };
    case 'CompanyRemoved':
      return { status: 'removed' };
  }
}

const statusOf = ({ active }: CompanyFields) => (active ? 'active' : 'inactive');

const isRegistered = (state: CompanyState): state is RegisteredCompany =>
  state.status === 'active' || state.status === 'inactive';

export function companyOf(state: CompanyState, tenantId: string): RegisteredCompany | undefined {
  return ofTenant(isRegistered(state) ? state : undefined, tenantId);
}

export const company: Aggregate<CompanyCommand, CompanyState, CompanyStreamEvent> = {
  stream: streams.company,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
