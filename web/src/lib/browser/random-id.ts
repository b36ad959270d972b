export { randomId } from '@lacre/client';
