import { can } from '@portal/access/can';
import type { LogEntry } from '@portal/contract/log-entry';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Activity } from '@portal/proto/portal/activity/v1/activity';
import type { AppContext } from '../app-context.ts';

/** Returns the user activity history of a record by its id; empty if the caller may not read it. */
type LogsOf = (recordId: number) => LogEntry[];

/** The history of students, their registrations and their packages. */
export interface History {
  student: LogsOf;
  registration: LogsOf;
  package: LogsOf;
}

const nothing: LogsOf = () => [];
export const noHistory: History = { student: nothing, registration: nothing, package: nothing };

/** The most students whose history is read at once: a longer list does without it. */
const MAX_STUDENTS = 20;

const logView = (one: Activity): LogEntry => ({
  loginname: one.loginName,
  stamp: (one.at as Date).toISOString(),
  op: one.op as LogEntry['op'],
  tname: one.table,
  querysql: one.text,
  count: one.count,
});

function byRecord(activities: readonly Activity[]): LogsOf {
  const ofRecord = Map.groupBy(activities, ({ recordId }) => recordId);
  return (recordId) => (ofRecord.get(recordId) ?? []).map(logView);
}

/** Returns the history of these students' records, for admins alone; of at most 20 students. */
export async function historyOf(
  studentIds: number[],
  by: CallOptions,
  { identity, registration, payments }: AppContext,
): Promise<History> {
  if (!can(by.actor, 'activity.read') || studentIds.length > MAX_STUDENTS) return noHistory;
  const [students, registrations, packages] = await Promise.all([
    identity.activity.listActivity({ studentIds }, by),
    registration.activity.listActivity({ studentIds }, by),
    payments.activity.listActivity({ studentIds }, by),
  ]);
  return {
    student: byRecord(students.activities),
    registration: byRecord(registrations.activities),
    package: byRecord(packages.activities),
  };
}
