/** Builds the S3 server of the tests where it is missing, and prints its path: `node print-s3-server.ts`. */
import { s3ServerPath } from './s3-server.ts';

process.stdout.write(`${await s3ServerPath()}\n`);
