import type { Walk } from './walk.ts';
import { brokerAway } from './walks/broker.ts';
import { processorAway } from './walks/card-processor.ts';
import { databaseAway } from './walks/database.ts';
import { deadEvents, deadProcesses } from './walks/dead-letters.ts';
import { bugs, doorFails, unavailable } from './walks/failing-calls.ts';
import {
  connectionsRefused,
  identityGuessing,
  pageChanged,
  scriptsBlocked,
} from './walks/intruders.ts';
import { invariantBroken } from './walks/invariants.ts';
import { pruningBehind, slow } from './walks/long-transactions.ts';
import { deadMails } from './walks/mails.ts';
import { partDown, partGone } from './walks/parts-away.ts';
import { eventLoopBlocked, restarts } from './walks/processes.ts';
import { notReconciled } from './walks/reconciliation.ts';
import { refundsOverdue, refundsRefused } from './walks/refunds.ts';
import { eventsRetrying } from './walks/retries.ts';
import { queueFull, visitorsWait } from './walks/waiting-room.ts';
import { webhooksFail } from './walks/webhooks.ts';

/** Every walk, in the order in which they are done: what wakes somebody comes first. */
export const walks: readonly Walk[] = [
  partDown,
  partGone,
  databaseAway,
  invariantBroken,
  deadProcesses,
  processorAway,
  refundsOverdue,
  deadEvents,
  doorFails,
  bugs,
  unavailable,
  queueFull,
  scriptsBlocked,
  pageChanged,
  refundsRefused,
  notReconciled,
  brokerAway,
  eventsRetrying,
  deadMails,
  webhooksFail,
  slow,
  pruningBehind,
  visitorsWait,
  connectionsRefused,
  restarts,
  eventLoopBlocked,
  identityGuessing,
];
