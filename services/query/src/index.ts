export { buildQueryApp, registerQueryRoutes, type QueryDeps } from './register-query-routes.ts';
export { migrateQuery } from './schema.ts';
