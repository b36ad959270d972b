import type { Plugin } from 'vite';

/**
 * Adds a preload link for the Latin subset of Inter: it is on every page, and the browser would otherwise learn
 * of it only after the style sheet.
 */
export function preloadFont(): Plugin {
  return {
    name: 'lacre:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
        );
        if (font === undefined) throw new Error('the Latin subset of Inter is missing from the bundle');
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${font}`,
              crossorigin: '',
              // Texts are there before it, in the fallback of its own measures; the code is what they wait for.
              fetchpriority: 'low',
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
