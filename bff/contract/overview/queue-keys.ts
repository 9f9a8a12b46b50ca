/** The queues of work that waits for the office. R-570 */
export const queueKeys = [
  'refunds_refused',
  'grades_waiting',
  'invoice_rows_unmatched',
  'events_set_aside',
  'low_balances',
  'mails_refused',
  'accommodations_without_room',
  'differences_open',
  'webhooks_failing',
] as const;
export type QueueKey = (typeof queueKeys)[number];
