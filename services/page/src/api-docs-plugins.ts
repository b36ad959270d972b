/*
 * What the page of the description runs: sent as its text, so that each function has to stand by itself.
 */

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
type JsonObject = { readonly [name: string]: Json };
type Plugin = (system: object) => object;

declare const SwaggerUIBundle: { plugins: { DownloadUrl: Plugin } };

/** The plugin that the page has by default: plugins of our own stand in place of it. */
export const downloads: Plugin = (system) => SwaggerUIBundle.plugins.DownloadUrl(system);

/**
 * Follows the references of the document. Swagger UI does so for OpenAPI 3.1 by reading the whole document into another
 * model, which takes seconds with a document as large as ours, and again for each operation that is opened
 * (swagger-api/swagger-ui#10748). All references of ours stay within the document: a part is ready as soon as it is
 * copied. One that leads back to where it stands is left as it is.
 */
export const references: Plugin = () => {
  function resolveSubtree(whole: Json, path: readonly string[]): Promise<{ spec: Json; errors: [] }> {
    const at = (names: readonly string[]) =>
      names.reduce<Json>((part, name) => (part as JsonObject | null)?.[name] ?? null, whole);
    const resolved = (part: Json, followed: readonly Json[]): Json => {
      if (part === null || typeof part !== 'object') return part;
      if (Array.isArray(part)) return part.map((item: Json) => resolved(item, followed));
      const { $ref, ...own } = part as JsonObject;
      if (typeof $ref === 'string' && followed.includes($ref)) return part;
      const members = Object.fromEntries(
        Object.entries(own).map(([name, member]) => [name, resolved(member, followed)]),
      );
      if (typeof $ref !== 'string') return members;
      const aimed = resolved(at($ref.slice('#/'.length).split('/')), [...followed, $ref]);
      return { ...(aimed as JsonObject), ...members };
    };
    return Promise.resolve({ spec: resolved(at(path), []), errors: [] });
  }
  return { fn: { resolveSubtree } };
};
