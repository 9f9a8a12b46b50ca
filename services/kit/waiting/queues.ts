import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { notAllowed } from '../auth/actor.ts';
import type { Call } from '../commands/command.ts';
import type { Sql } from '../database/database.ts';

/** How many wait, and since when the oldest does; null: nothing waits, or it is not known. */
export interface Waiting {
  count: number;
  oldest: Date | null;
}

/** One thing that waits. */
export interface WaitingThing {
  since: Date | null;
  what: string;
  /** The reason of the wait, or its subject. */
  why: string;
  studentId?: number | null;
  schoolId?: number | null;
  sessionId?: number | null;
}

/** The same as a statement without an actor reads it. */
type PlainThing = Pick<WaitingThing, 'since' | 'what' | 'why'>;

/** Things of one kind that wait for the office. */
export interface Queue {
  /** The permission to see it, beside that to read all statistics. */
  permission: Permission;
  count: (sql: Sql, now: Date) => Promise<Waiting>;
  /** Longest waiting first. */
  list: (sql: Sql, now: Date, limit: number) => Promise<WaitingThing[]>;
}
export type Queues = Readonly<Record<string, Queue>>;

const MAX_ROWS = 1000;

/** Events and processes that failed until nothing tried them any more, and wait for an operator. */
const eventsSetAside: Queue = {
  permission: 'set_aside_event.list',
  count: (sql) => sql.one<Waiting>`
    SELECT count(*)::integer AS count, min(at) AS oldest
    FROM (
      SELECT dead_at AS at FROM dead_letter WHERE dead_at IS NOT NULL
      UNION ALL SELECT dead_at FROM process WHERE status = 'dead') AS dead`,
  list: (sql, _now, limit) => sql.many<PlainThing>`
    SELECT at AS since, what, why
    FROM (
      SELECT dead_at AS at, type || ' for ' || consumer AS what, error AS why
      FROM dead_letter WHERE dead_at IS NOT NULL
      UNION ALL SELECT dead_at, 'process ' || name, COALESCE(failure, '')
      FROM process WHERE status = 'dead') AS dead
    ORDER BY at, what LIMIT ${limit}
    -- never null: what, why`,
};

/** Mails that the mail server refused for good, or deferred for five days. */
const mailsRefused: Queue = {
  permission: 'number.read',
  count: (sql) => sql.one<Waiting>`
    SELECT count(*)::integer AS count, min(created_at) AS oldest
    FROM mail WHERE dead_at IS NOT NULL`,
  list: (sql, _now, limit) => sql.many<PlainThing>`
    SELECT created_at AS since, subject AS what, 'to ' || recipient AS why
    FROM mail WHERE dead_at IS NOT NULL ORDER BY created_at, id LIMIT ${limit}
    -- never null: why`,
};

/** Deliveries of webhooks whose last try failed, of addresses that are not removed. 5.5. */
const webhooksFailing: Queue = {
  permission: 'webhook.manage',
  count: (sql) => sql.one<Waiting>`
    SELECT count(d.id)::integer AS count, min(d.ended_at) AS oldest
    FROM webhook_address a JOIN webhook_delivery d ON d.webhook_id = a.id AND d.state = 'failed'`,
  list: (sql, _now, limit) => sql.many<PlainThing>`
    SELECT d.ended_at AS since, d.event AS what, a.url AS why
    FROM webhook_address a JOIN webhook_delivery d ON d.webhook_id = a.id AND d.state = 'failed'
    ORDER BY d.ended_at, d.id LIMIT ${limit}`,
};

const ofEveryService: Queues = {
  events_set_aside: eventsSetAside,
  mails_refused: mailsRefused,
  webhooks_failing: webhooksFailing,
};

/**
 * Returns the handlers of CountWaiting and ListQueue: with the queues of every service, and with
 * the service's own. Only a holder of its permission sees a queue.
 */
export function waitingHandlers(own: Queues = {}) {
  const queues: Queues = { ...ofEveryService, ...own };
  return {
    countWaiting: {
      handle: async (_request: unknown, { db, actor, now }: Call) => ({
        queues: await Promise.all(
          Object.entries(queues)
            .filter(([, { permission }]) => can(actor, permission))
            .map(async ([key, { count }]) => {
              const { count: waiting, oldest } = await count(db, now);
              return { key, count: waiting, oldest: oldest ?? undefined };
            }),
        ),
      }),
    },
    listQueue: {
      handle: async ({ key, limit }: { key: string; limit: number }, { db, actor, now }: Call) => {
        const queue = Object.hasOwn(queues, key) ? queues[key] : undefined;
        if (queue === undefined) return { rows: [] };
        if (!can(actor, queue.permission)) throw notAllowed();
        const rows = await queue.list(db, now, Math.min(limit || MAX_ROWS, MAX_ROWS));
        return {
          rows: rows.map((row) => ({
            since: row.since ?? undefined,
            what: row.what,
            why: row.why,
            studentId: row.studentId ?? undefined,
            schoolId: row.schoolId ?? undefined,
            sessionId: row.sessionId ?? undefined,
          })),
        };
      },
    },
  };
}
