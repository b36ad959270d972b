export { isTermsVersion, TERMS_VERSION, TERMS_VERSIONS, type TermsVersion } from '@lacre/contracts/terms';
