// The image's health check: whether the service of this container is ready.
const reply = await fetch(`http://127.0.0.1:${process.env.INTERNAL_PORT}/readyz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exit(reply?.ok === true ? 0 : 1);
