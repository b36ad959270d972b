export { readEnvironment, requireVariables, type Environment } from './environment.ts';
export { lookUpOptions } from './look-ups.ts';
export { mailAddress, openSmsGateway, openSmtpMailer } from './mail.ts';
export { stopOnSignal } from './process.ts';
export { signInSettings } from './sign-in.ts';
export { openLog, openWorkQueue, type Log, type LogOptions, type StoreOptions } from './stores.ts';
