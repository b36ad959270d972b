/** SQLSTATEs of a server that is going, coming, full, or that gave up on a statement, or whose database is gone. */
const serverStates = new Set(['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '53300', '25P03']);

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of errors that pg makes itself and gives no code. */
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|timeout expired|Query read timeout)/;

/** Whether an error of pg says that the database could not be reached or did not answer, not that it refused. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === undefined) return driverMessages.test(error.message);
  // A server that has stopped takes its Unix socket away.
  if (code === 'ENOENT') return syscall === 'connect';
  return socketCodes.has(code) || serverStates.has(code) || code.startsWith('08');
}
