import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTraceParent } from '@portal/kit/observability/request-id';

/** The file in a portal's data folder that holds the noted statements, one a line. */
export const NOTES = 'statements.jsonl';

/** Ids of requests whose statements are noted begin with this. */
const PREFIX = '5a15a15a';

/** Makes the id of a request whose statements the services note. */
export const notedRequestId = (): string => PREFIX + randomBytes(12).toString('hex');

/** The `traceparent` by which a request gets this id. */
export const traceParentOf = (requestId: string): string =>
  writeTraceParent({ traceId: requestId, spanId: requestId.slice(0, 16), isSampled: false });

/** Whether the services note the statements of a request. */
export const isNoted = (requestId: string | undefined): boolean =>
  requestId?.startsWith(PREFIX) === true;

interface Note {
  readonly requestId: string;
  /** The service that sent it. */
  readonly part: string;
  readonly text: string;
}

/** Returns the statements that all services have sent for a request so far. */
export function statementsOf(requestId: string, dataDir: string): readonly Note[] {
  const file = join(dataDir, NOTES);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Note);
}
