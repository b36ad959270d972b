// The image's program: runs the service that its first argument names, and any other command as `lacre` does.
const SERVICES = new Set(['command', 'query', 'projector', 'signer', 'page']);

// Before the first source: a root that nothing can be written to keeps no compiled code.
await import('../../packages/stripped-sources/src/hook.mjs');
const [, , name] = process.argv;
if (SERVICES.has(name)) {
  process.argv.splice(2, 1);
  await import(new URL(`../../services/${name}/src/main.ts`, import.meta.url).href);
} else await import('../local/src/lacre.ts');
