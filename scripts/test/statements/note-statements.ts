// Loaded into the services of the portal of calls by --import: notes each SQL statement that they
// send for requests whose id a test has made by `notedRequestId`.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentRequestId } from '@portal/kit/observability/request-id';
import pg from 'pg';
import { isNoted, NOTES } from './notes.ts';

const { PORTAL_DATA_DIR: dataDir = '', PART: part = '' } = process.env;
const file = join(dataDir, NOTES);
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const requestId = currentRequestId();
  const [first] = args as (string | { readonly text?: string })[];
  const text = typeof first === 'string' ? first : (first?.text ?? '');
  if (isNoted(requestId)) appendFileSync(file, `${JSON.stringify({ requestId, part, text })}\n`);
  return Reflect.apply(query, this, args);
} as typeof query;
