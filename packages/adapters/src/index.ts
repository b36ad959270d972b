export { readEnvironment, requireVariables, type Environment } from './environment.ts';
export { mailAddress, openSmsGateway, openSmtpMailer } from './mail.ts';
export { stopOnSignal } from './process.ts';
export { openEventStore, openWorkQueue, type StoreOptions } from './stores.ts';
