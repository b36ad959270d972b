// The image's program: runs the service that its first argument names, and any other command as `lacre` does.
const SERVICES = new Set(['command', 'query', 'projector', 'signer', 'page']);

const [, , name] = process.argv;
if (SERVICES.has(name)) {
  process.argv.splice(2, 1);
  await import(new URL(`../../services/${name}/src/main.ts`, import.meta.url).href);
} else await import('../local/src/lacre.ts');
