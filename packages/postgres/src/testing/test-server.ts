/** Server that all tests of a run use, as the caller or the run's set-up says. */
export const testDatabaseUrlVariable = 'TEST_DATABASE_URL';

/** Folder of the run's embedded server; set by the run's set-up when `TEST_DATABASE_URL` is not. */
export const testClusterFolderVariable = 'LACRE_TEST_POSTGRES_DIR';
