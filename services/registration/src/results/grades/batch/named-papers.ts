import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { vendors } from '../../../clients.ts';
import type { BatchFile } from '../batch-file/read-batch-file.ts';
import type { KnownPaper } from './check-batch.ts';
import { findPapers } from './store.ts';

/** Reads from identity the students of the JSE ids in the file. */
export async function studentsOf(
  call: Pick<Call, 'actor' | 'requestId'>,
  { rows }: BatchFile,
): Promise<Map<string, number>> {
  const jseIds = [
    ...new Set(
      rows.flatMap(({ registrationId, jseId }) =>
        registrationId === null && jseId !== null ? [jseId] : [],
      ),
    ),
  ];
  if (jseIds.length === 0) return new Map();
  const { students } = await vendors.findByJseIds(
    { jseIds },
    { actor: call.actor, requestId: call.requestId },
  );
  return new Map(students.map(({ jseId, studentId }) => [jseId, studentId]));
}

/** All registrations that the rows of the file may mean. */
export function papersOf(
  sql: Sql,
  { rows }: BatchFile,
  studentOf: ReadonlyMap<string, number>,
): Promise<KnownPaper[]> {
  const ids = rows.flatMap(({ registrationId }) => registrationId ?? []);
  const named = rows.filter(({ registrationId }) => registrationId === null);
  const codes = [...new Set(named.flatMap(({ examCode }) => examCode?.toLowerCase() ?? []))];
  return findPapers(sql, ids, [...studentOf.values()], codes);
}
