import { streams, type CompanyEvent, type CompanyFields, type ReservationEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

/** A company's stream also tells when its identifier was forfeited before the company came to be. */
export type CompanyStreamEvent = CompanyEvent | Extract<ReservationEvent, { type: 'OwnerForfeited' }>;

interface CompanyRecord {
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
  | ({ status: 'inactive' } & CompanyRecord);

export type CompanyCommand =
  | { type: 'create'; companyId: string; tenantId: string; cnpj: string; fields: CompanyFields }
  | { type: 'edit'; tenantId: string; fields: CompanyFields };

function decide(command: CompanyCommand, state: CompanyState): Decision<CompanyStreamEvent> {
  switch (command.type) {
    case 'create': {
      const { companyId, tenantId, cnpj, fields } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a company that is there already is this same one.
      if (state.status !== 'absent') return accept();
      return accept({ type: 'CompanyCreated', data: { companyId, tenantId, cnpj, fields } });
    }
    case 'edit': {
      const { tenantId, fields } = command;
      const company = companyOf(state, tenantId);
      if (company === undefined) return reject('COMPANY_NOT_FOUND');
      return accept({ type: 'CompanyEdited', data: { companyId: company.companyId, tenantId, fields } });
    }
  }
}

function evolve(state: CompanyState, event: CompanyStreamEvent): CompanyState {
  switch (event.type) {
    case 'CompanyCreated':
      return { status: statusOf(event.data.fields), ...event.data };
    case 'CompanyEdited':
      if (state.status === 'absent' || state.status === 'forfeited') return state;
      return { ...state, status: statusOf(event.data.fields), fields: event.data.fields };
    case 'OwnerForfeited':
      return { status: 'forfeited' };
  }
}

const statusOf = ({ active }: CompanyFields) => (active ? 'active' : 'inactive');

/** The company as its own tenant sees it; another tenant's is as unknown as one that never was. */
export function companyOf(
  state: CompanyState,
  tenantId: string,
): Extract<CompanyState, { companyId: string }> | undefined {
  if (state.status === 'absent' || state.status === 'forfeited') return undefined;
  return state.tenantId === tenantId ? state : undefined;
}

export const company: Aggregate<CompanyCommand, CompanyState, CompanyStreamEvent> = {
  stream: streams.company,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
