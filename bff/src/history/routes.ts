import {
  type AuditService,
  auditServices,
  type HistoryActor,
  type HistoryKind,
  historyServices,
  officeHistory,
  studentHistory,
} from '@portal/contract/students/history';
import { DomainError } from '@portal/kit/errors';
import type { HistoryFilter } from '@portal/proto/portal/activity/v1/activity';
import { route } from '../http/route.ts';
import { mergeHistory, placeIn, readPlace } from './merge-history.ts';

/** Rows of an answer. */
const PAGE = 50;

/**
 * Records of a kind as the audits call them; all that the catalog keeps is of one kind. Study
 * materials are sent of an exam.
 */
const tablesOf: Readonly<Record<HistoryKind, string[]>> = {
  record: ['student', 'note', 'bar', 'accommodation'],
  registrations: ['registration', 'exam'],
  credits: ['package'],
  payments: ['charge', 'card', 'balance_entry', 'payment_difference', 'settled_day'],
  seminary: ['seminary_student', 'student_program', 'study_payment', 'study_payer'],
  transcripts: ['transcript_request'],
  catalogue: [],
};

const kindsOf: Readonly<Record<HistoryActor, string[]>> = {
  staff: ['staff'],
  student: ['student', 'public'],
  system: ['service'],
};

/** Whose audits hold records of a kind: the same name stands for another record in the catalog. */
const auditedFor = (kind: HistoryKind | undefined): readonly AuditService[] =>
  kind === undefined ? auditServices : kind === 'catalogue' ? ['catalog'] : historyServices;

const isAway = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.isTransient;

type Told = { entries: Parameters<typeof mergeHistory>[0][number]['entries']; email?: string };

interface Asked {
  before?: string | undefined;
  kind?: HistoryKind | undefined;
  who?: HistoryActor | undefined;
  from?: string | undefined;
  to?: string | undefined;
  loginName?: string | undefined;
}

/** Asks every service for its rows; those that are away are named, unless all of them are. */
async function askAll<Service extends AuditService>(
  services: readonly Service[],
  { before, kind, who, from = '', to = '', loginName = '' }: Asked,
  ask: (service: Service, filter: HistoryFilter) => Promise<Told>,
) {
  const filter = {
    tables: kind ? tablesOf[kind] : [],
    actorKinds: who ? kindsOf[who] : [],
    actorName: loginName,
    from,
    to,
    // one more than is shown says whether there are more
    limit: PAGE + 1,
  };
  const place = before === undefined ? undefined : readPlace(before);
  let away: DomainError | undefined;
  const listOf = async (service: Service) => {
    const where = place ? placeIn(service, place) : { beforeAt: undefined, beforeId: 0 };
    try {
      return { service, ...(await ask(service, { ...filter, ...where })) };
    } catch (error) {
      if (!isAway(error)) throw error;
      away = error;
      return { service, entries: null };
    }
  };
  const all = await Promise.all(services.map(listOf));
  const told = all.flatMap((one) => (one.entries === null ? [] : [one]));
  if (told.length === 0 && away) throw away;
  const missing = all.filter(({ entries }) => entries === null).map(({ service }) => service);
  return { told, missing };
}

export const historyRoutes = [
  route(studentHistory, async ({ input, student: studentId, by }, parts) => {
    const { told, missing } = await askAll(historyServices, input, (service, filter) =>
      parts[service].activity.listStudentHistory({ studentId, filter }, by),
    );
    const email = told.find(({ service }) => service === 'identity')?.email ?? '';
    const { entries, next } = mergeHistory(told, email, PAGE);
    return { entries: entries.map(({ studentId: _own, ...entry }) => entry), next, missing };
  }),
  route(officeHistory, async ({ input, by }, parts) => {
    const { told, missing } = await askAll(auditedFor(input.kind), input, (service, filter) =>
      parts[service].activity.listOfficeHistory({ filter }, by),
    );
    return { ...mergeHistory(told, null, PAGE), missing };
  }),
];
