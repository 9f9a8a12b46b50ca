import type { FieldError } from '@portal/kit/errors';
import { DAYS_TO_SWITCH_OFF } from '@portal/kit/webhooks/delivery-machine';

/** The events that webhooks tell of. */
export const WEBHOOK_EVENTS = [
  'registration.created',
  'registration.session_booked',
  'registration.session_cancelled',
  'registration.cancelled',
  'registration.exam_taken',
  'registration.exam_graded',
  'registration.exam_disqualified',
  'payments.charge_captured',
  'payments.charge_refunded',
] as const;

export const MAX_WEBHOOKS = 10;
/** How long an old secret still counts. */
export const ROTATION_HOURS = 24;
const MAX_DESCRIPTION = 200;

/** Why an address is off, in words that the page shows. */
export const WHY_OFF = {
  by_hand: 'Switched off by hand.',
  gone: 'The address answered 410.',
  no_success: 'No success for 5 days.',
  removed: 'Removed.',
} as const;

export interface WebhookForm {
  url: string;
  events: readonly string[];
  description: string | null;
}

/** Checks an address as it is saved; whether the portal may send to it is checked separately. */
export function webhookErrors({ events, description }: WebhookForm): FieldError[] {
  const known: readonly string[] = WEBHOOK_EVENTS;
  const errors: FieldError[] = [];
  if (events.length === 0 || events.some((event) => !known.includes(event)))
    errors.push({ path: 'events', message: 'events invalid' });
  if (description !== null && [...description].length > MAX_DESCRIPTION)
    errors.push({ path: 'description', message: 'description invalid' });
  return errors;
}

/**
 * Returns since when no service has had a success, for an address at which one service has had none
 * since `since`, and all had their last ones then; null: not long enough to switch it off.
 */
export function failingSince(
  since: Date,
  lastSuccesses: readonly (Date | undefined)[],
  now: Date,
): Date | null {
  const all = new Date(Math.max(+since, ...lastSuccesses.map((at) => (at ? +at : 0))));
  return +now - +all >= DAYS_TO_SWITCH_OFF * 86_400_000 ? all : null;
}

/** Until when the secret before still counts at this moment, or null. */
export const oldSecretUntil = (row: { oldSecretUntil: Date | null }, now: Date): Date | null =>
  row.oldSecretUntil !== null && row.oldSecretUntil > now ? row.oldSecretUntil : null;

/** 'Nov 27, 2026, 9:15 AM', New York. */
export const timeInWords = (at: Date): string =>
  at.toLocaleString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
