// The rows of each table, generated from schema.prisma by `npm run generate`.

/** Who changed what, when, old and new value; never secrets or card data. */
export interface Audit {
  id: number;
  at: Date;
  actorKind: string;
  actorId: number;
  actorName: string;
  op: string;
  tableName: string;
  rowId: string;
  studentId: number | null;
  change: unknown;
  requestId: string;
  origin: string | null;
}

/** First answer to a keyed command. answer and refusal exclude each other. */
export interface Idempotency {
  command: string;
  scope: string;
  key: string;
  bodyHash: string;
  answer: unknown;
  refusal: unknown;
  createdAt: Date;
}

/** Events that have taken effect. */
export interface Inbox {
  consumer: string;
  eventId: string;
  handledAt: Date;
}

/** Events that failed, tried again until dead_at. */
export interface DeadLetter {
  consumer: string;
  eventId: string;
  type: string;
  payload: unknown;
  error: string;
  failures: number;
  failedAt: Date;
  nextTryAt: Date;
  deadAt: Date | null;
}

/** Only written by the version before dead_letter; a trigger moves its rows there. */
export interface InboxSetAside {
  consumer: string;
  eventId: string;
  type: string;
  payload: unknown;
  error: string;
  setAsideAt: Date;
}

/** Emails to send; each is written in the transaction of its cause and sent by a job. */
export interface Mail {
  id: string;
  key: string;
  recipient: string;
  subject: string;
  bodyText: string;
  bodyHtml: string;
  attachments: unknown;
  attempts: number;
  nextTryAt: Date;
  createdAt: Date;
  sentAt: Date | null;
  deadAt: Date | null;
  traceParent: string | null;
}

/** Events to send. */
export interface Outbox {
  id: string;
  type: string;
  payload: unknown;
  createdAt: Date;
  sentAt: Date | null;
  traceParent: string | null;
}

/**
 * The stream that events were sent to; another one in its place means that all must be sent again.
 */
export interface OutboxStream {
  name: string;
  created: string;
  refillFrom: Date | null;
  refillAfter: string | null;
  refillUntil: Date | null;
}

/** A change that spans services, resumed by any replica after a crash. */
export interface Process {
  id: string;
  name: string;
  scope: string;
  key: string;
  bodyHash: string;
  actor: unknown;
  input: unknown;
  state: unknown;
  step: number;
  status: string;
  answer: unknown;
  refusal: unknown;
  attempts: number;
  nextRunAt: Date;
  owner: string | null;
  leaseUntil: Date;
  failures: number;
  failure: string | null;
  deadAt: Date | null;
  ending: boolean;
  createdAt: Date;
  traceParent: string | null;
}

/** Where webhooks go, as identity told of it; the secret is not kept here. */
export interface WebhookAddress {
  id: number;
  url: string;
  events: string[];
  active: boolean;
  version: number;
  createdAt: Date;
  /** Of this service's own deliveries. */
  lastSuccess: Date | null;
  /** Since the first try that failed after the last success. */
  failingSince: Date | null;
}

/** One event for one address (office.md 5.5). */
export interface WebhookDelivery {
  id: number;
  webhookId: number;
  /** The id of the event; of a test, one of its own. */
  messageId: string;
  event: string;
  /** What is sent, the same in every try; written before the first. */
  body: string | null;
  state: string;
  /** Since it was queued the last time. */
  tries: number;
  /** Of all times. */
  attempts: number;
  nextTryAt: Date | null;
  sendingSince: Date | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** A try of a delivery. */
export interface WebhookAttempt {
  deliveryId: number;
  no: number;
  at: Date;
  status: number | null;
  ms: number;
  error: string | null;
  /** The first 500 characters. */
  answer: string;
}
