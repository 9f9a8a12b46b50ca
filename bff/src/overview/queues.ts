import type { WaitingQueue, WaitingService } from '@portal/contract/overview/overview';
import { waitingServices } from '@portal/contract/overview/overview';
import type { QueueKey } from '@portal/contract/overview/queue-keys';
import { DomainError } from '@portal/kit/errors';
import type { Queue, WaitingRow } from '@portal/proto/portal/waiting/v1/waiting';

/** The queues in the order of R-570, as they are named on the page. */
export const queueTexts: Readonly<Record<QueueKey, string>> = {
  refunds_refused: 'Refunds refused',
  grades_waiting: 'Grades waiting over 30 days',
  invoice_rows_unmatched: 'Unmatched invoice rows',
  events_set_aside: 'Events set aside',
  low_balances: 'Schools with a low balance',
  mails_refused: 'Mails refused',
  accommodations_without_room: 'Accommodations without a room',
  differences_open: 'Differences of payments open',
  webhooks_failing: 'Webhooks failing',
};
/** Queues whose own page lists what waits. */
const pages: Readonly<Partial<Record<QueueKey, string>>> = { webhooks_failing: '/admin/webhooks' };

export const hrefOfQueue = (key: QueueKey): string =>
  pages[key] ?? `/admin/overview/waiting?queue=${key}`;

const isKey = (key: string): key is QueueKey => Object.hasOwn(queueTexts, key);

/** Queues of all services: one that several have is one, as old as the oldest in it. R-570. */
export function mergeQueues(answers: readonly Queue[]): WaitingQueue[] {
  const byKey = Map.groupBy(
    answers.filter(({ key }) => isKey(key)),
    ({ key }) => key,
  );
  return Object.keys(queueTexts)
    .filter(isKey)
    .flatMap((key) => {
      const parts = byKey.get(key);
      if (parts === undefined) return [];
      const oldest = parts
        .flatMap((part) => part.oldest ?? [])
        .sort((one, other) => one.getTime() - other.getTime())[0];
      return [
        {
          key,
          text: queueTexts[key],
          count: parts.reduce((sum, part) => sum + part.count, 0),
          oldest: oldest?.toISOString() ?? null,
          href: hrefOfQueue(key),
        },
      ];
    });
}

/** The settled day of '2026-11-24, TTI'. */
function hrefOfDifference({ what }: WaitingRow): string {
  const [day, account] = what.split(', ');
  return `/admin/payments/${day}/${account}`;
}

/** Returns the page where staff work on a waiting row, or null. */
export function hrefOfRow(key: QueueKey, row: WaitingRow): string | null {
  if (row.sessionId !== undefined) return `/admin/session/${row.sessionId}`;
  if (key === 'differences_open') return hrefOfDifference(row);
  if (key === 'low_balances') return `/admin/school-account?school=${row.schoolId}`;
  return row.studentId === undefined ? null : `/admin/student/${row.studentId}`;
}

const isAway = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.isTransient;

/** Queries every service; unavailable ones are named, unless all of them are unavailable. */
export async function askAll<Answer>(
  ask: (service: WaitingService) => Promise<Answer>,
): Promise<{ answers: Answer[]; missing: WaitingService[] }> {
  const answers: Answer[] = [];
  const missing: WaitingService[] = [];
  let away: DomainError | undefined;
  await Promise.all(
    waitingServices.map(async (service) => {
      try {
        answers.push(await ask(service));
      } catch (error) {
        if (!isAway(error)) throw error;
        away = error;
        missing.push(service);
      }
    }),
  );
  if (answers.length === 0 && away) throw away;
  return { answers, missing };
}
