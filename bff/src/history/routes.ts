import { auditRecordsThat } from '@portal/access/audit-records';
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
import { mergeHistory, pageAfter, readPlace, type ServiceRows } from './merge-history.ts';

/** Rows of one page. */
const PAGE = 50;

/** Returns the records of a kind as the audits name them; the catalog is read without a filter. */
const tablesOf = (wanted: HistoryKind): string[] => auditRecordsThat(({ kind }) => kind === wanted);

const kindsOf: Readonly<Record<HistoryActor, string[]>> = {
  staff: ['staff'],
  student: ['student', 'public'],
  system: ['service'],
};

/** Returns the services whose audits hold records of a kind; the catalog uses the same names. */
const auditedFor = (kind: HistoryKind | undefined): readonly AuditService[] =>
  kind === undefined ? auditServices : kind === 'catalogue' ? ['catalog'] : historyServices;

const isUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.isTransient;

type Answer = Pick<ServiceRows, 'entries'> & { email?: string };

interface Criteria {
  before?: string | undefined;
  kind?: HistoryKind | undefined;
  who?: HistoryActor | undefined;
  from?: string | undefined;
  to?: string | undefined;
  loginName?: string | undefined;
}

/** Reads the rows of every service; unavailable services are listed, unless all of them are. */
async function readAll<Service extends AuditService>(
  services: readonly Service[],
  { before, kind, who, from = '', to = '', loginName = '' }: Criteria,
  read: (service: Service, filter: HistoryFilter) => Promise<Answer>,
) {
  const filter = {
    tables: kind ? tablesOf(kind) : [],
    actorKinds: who ? kindsOf[who] : [],
    actorName: loginName,
    from,
    to,
    // one row more than is shown tells whether there are more
    limit: PAGE + 1,
  };
  const place = before === undefined ? undefined : readPlace(before);
  let unavailable: DomainError | undefined;
  const listOf = async (service: Service) => {
    const page = place
      ? pageAfter(service, place)
      : { beforeAt: undefined, beforeId: 0, belowId: 0 };
    try {
      return { service, ...(await read(service, { ...filter, ...page })) };
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      unavailable = error;
      return { service, entries: null };
    }
  };
  const all = await Promise.all(services.map(listOf));
  const lists = all.flatMap((one) => (one.entries === null ? [] : [one]));
  if (lists.length === 0 && unavailable) throw unavailable;
  const missing = all.filter(({ entries }) => entries === null).map(({ service }) => service);
  const email = lists.find(({ service }) => service === 'identity')?.email ?? '';
  const pageOf = (ofStudent: boolean) =>
    mergeHistory(lists, { email: ofStudent ? email : null, limit: PAGE, before: place });
  return { pageOf, missing };
}

export const historyRoutes = [
  route(studentHistory, async ({ input, student: studentId, by }, context) => {
    const { pageOf, missing } = await readAll(historyServices, input, (service, filter) =>
      context[service].activity.listStudentHistory({ studentId, filter }, by),
    );
    const { entries, next } = pageOf(true);
    return { entries: entries.map(({ studentId: _own, ...entry }) => entry), next, missing };
  }),
  route(officeHistory, async ({ input, by }, context) => {
    const { pageOf, missing } = await readAll(auditedFor(input.kind), input, (service, filter) =>
      context[service].activity.listOfficeHistory({ filter }, by),
    );
    return { ...pageOf(false), missing };
  }),
];
