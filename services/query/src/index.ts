export { buildQueryApp, registerQueryRoutes, type QueryDeps } from './register-query-routes.ts';
export { migrateQuery } from './reading/schema.ts';
