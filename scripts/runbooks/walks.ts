import type { Walk } from './walk.ts';
import { brokerDown } from './walks/broker.ts';
import { databaseDown } from './walks/database.ts';
import { deadEvents, deadProcesses } from './walks/dead-letters.ts';
import { bffErrors, bugs, unavailable } from './walks/failing-calls.ts';
import {
  connectionsRefused,
  identityGuessing,
  pageChanged,
  scriptsBlocked,
} from './walks/intruders.ts';
import { invariantBroken } from './walks/invariants.ts';
import { pruningBehind, slow } from './walks/long-transactions.ts';
import { deadMails } from './walks/mails.ts';
import { processorDown } from './walks/payments/card-processor.ts';
import { notReconciled } from './walks/payments/reconciliation.ts';
import { refundsOverdue, refundsRefused } from './walks/payments/refunds.ts';
import { processDown, processMissing } from './walks/process-down.ts';
import { eventLoopBlocked, restarts } from './walks/processes.ts';
import { eventsRetrying } from './walks/retries.ts';
import { queueFull, visitorsWait } from './walks/waiting-room.ts';
import { webhooksFail } from './walks/webhooks.ts';

/** All walks in their order: alerts that page come first. */
export const walks: readonly Walk[] = [
  processDown,
  processMissing,
  databaseDown,
  invariantBroken,
  deadProcesses,
  processorDown,
  refundsOverdue,
  deadEvents,
  bffErrors,
  bugs,
  unavailable,
  queueFull,
  scriptsBlocked,
  pageChanged,
  refundsRefused,
  notReconciled,
  brokerDown,
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
