import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createServer, type Plugin } from 'vite';

/** Where index.html shows that the client is on its way. */
const SPLASH = '<div id="root">';

/**
 * Writes login.html beside index.html: the same page with the sign-in screen drawn in it, by the client's own components,
 * so that it is seen while the code that makes it work is still on its way. Until then it takes no input (`inert`):
 * nothing typed could be lost, and no form sent by the browser itself.
 */
export function prerenderSignIn(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'lacre:prerender-sign-in',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const page = await readFile(join(outDir, 'index.html'), 'utf8');
      if (!page.includes(SPLASH)) throw new Error(`index.html has no ${SPLASH}`);
      const drawn = `<div id="drawn" inert>${await markupOf(root, '/login')}</div>`;
      await writeFile(
        join(outDir, 'login.html'),
        page.replace(SPLASH, () => SPLASH + drawn),
      );
    },
  };
}

/** What the client renders at an address without a session. */
async function markupOf(root: string, address: string): Promise<string> {
  const server = await createServer({
    root,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
  });
  try {
    const [client, { createElement }, { renderToStaticMarkup }, { createMemoryHistory, RouterProvider }] =
      await Promise.all([
        server.ssrLoadModule('/src/router.tsx') as Promise<typeof import('../src/router.tsx')>,
        import('react'),
        import('react-dom/server'),
        import('@tanstack/react-router'),
      ]);
    const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
    // There is no server to query.
    const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false, retry: false } } });
    const router = client.createAppRouter(queryClient);
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [address] }),
      // It would come with a script in the page, which the content security policy forbids.
      scrollRestoration: false,
    });
    await router.load();
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })),
    );
  } finally {
    await server.close();
  }
}
