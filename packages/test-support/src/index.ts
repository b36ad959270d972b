export { freePort } from './free-port.ts';
export { goProgram, NoGoProgram, type GoProgram } from './go-program.ts';
export { toolsFolder } from './tools-folder.ts';
export { listenLocally, portOf } from './listen-locally.ts';
