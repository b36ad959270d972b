export { ADDRESS_FIELDS } from './address-fields.ts';
export {
  COMPANY_FIELDS,
  UNREGISTERED_COMPANY_FIELDS,
  type CompanyPlaceholder,
  type UnregisteredCompanyField,
} from './company-fields.ts';
export * from './field.ts';
export {
  INVITED_FIELDS,
  PERSON_FIELDS,
  STATED_FIELDS,
  type InvitedField,
  type PersonPlaceholder,
  type StatedField,
} from './person-fields.ts';
export { writtenValue } from './written-value.ts';
