import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from './call.ts';
import { flag, id, instant, lines, orNull, queryId } from './types.ts';

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
const event = z.enum(WEBHOOK_EVENTS, { error: 'events invalid' });

export const DELIVERY_STATES = ['queued', 'sending', 'delivered', 'failed', 'dropped'] as const;

const Webhook = z
  .object({
    webhookId: z.int(),
    url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    description: z.string().nullable(),
    createdBy: z.string(),
    createdAt: instant,
    lastSuccess: orNull(instant),
    failing: z.int().describe('Deliveries that failed, or have failed so far'),
    failingSince: orNull(instant),
    disabledWhy: z.string().nullable(),
    secretEnds: z.string().describe('The last 4 characters of the secret'),
    oldSecretUntil: orNull(instant),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;

/** C-O61 */
export const getWebhooks = call({
  method: 'GET',
  path: '/api/office/webhooks',
  summary: 'The addresses that are told of events',
  permission: 'webhook.manage',
  answer: z.object({ webhooks: z.array(Webhook) }),
});

/** C-O62 */
export const saveWebhook = call({
  method: 'POST',
  path: '/api/office/saveWebhook',
  keyed: true,
  replay: 'without',
  summary: 'Adds, changes or removes an address, or gives it another secret',
  description:
    'An address is https at port 443, and its name stands for public addresses alone. ' +
    'While a secret is rotated, webhooks have both signatures for 24 hours. ' +
    'The secret is in the first answer only: a replay has none.',
  permission: 'webhook.manage',
  body: z.object({
    webhookId: id.optional().describe('None: a new address'),
    // never normalised; the service reads it as a URL
    url: z.string({ error: 'url invalid' }).trim().min(1, 'url invalid').max(500, 'url invalid'),
    events: z.array(event, { error: 'events invalid' }).min(1, 'events invalid').max(20),
    description: lines(200, 'description invalid').nullish(),
    active: flag,
    rotateSecret: flag.optional(),
    remove: flag.optional(),
  }),
  answer: z.object({
    webhooks: z.array(Webhook),
    secret: z.string().nullable().describe('A new one; null in a replay'),
    webhookId: z.int().nullable().describe('The address; none: it was removed'),
  }),
  refuses: {
    url_not_allowed: 422,
    too_many_webhooks: 409,
    rotation_running: 409,
    webhook_not_found: 404,
  },
});

const WebhookDelivery = z
  .object({
    deliveryId: z.string(),
    messageId: z.string(),
    event: z.string(),
    state: z.enum(DELIVERY_STATES),
    at: instant,
    attempts: z.array(
      z.object({
        at: instant,
        status: z.int().nullable(),
        ms: z.int(),
        error: z.string().nullable(),
        answer: z.string(),
      }),
    ),
    nextTry: orNull(instant),
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What is sent; null for the moments until it is written'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const deliveryId = z.string().regex(/^[rp]\d{1,15}$/, 'deliveryId invalid');
const pageNumber = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .overwrite(normalizeLine)
        .regex(/^\d{1,4}$/, 'Must be a number'),
    ])
    .transform(Number)
    .pipe(z.int().min(1).max(most));

/** C-O63 */
export const getWebhookDeliveries = call({
  method: 'GET',
  path: '/api/office/webhookDeliveries',
  summary: 'Deliveries to an address with their tries, the newest first',
  permission: 'webhook.manage',
  query: z.object({
    webhookId: queryId,
    state: z.enum(DELIVERY_STATES, { error: 'state invalid' }).optional(),
    page: pageNumber(200).optional(),
    pageSize: pageNumber(200).optional().describe('50 unless it is said'),
  }),
  answer: z.object({ items: z.array(WebhookDelivery), total: z.int() }),
  refuses: { webhook_not_found: 404 },
});

/** C-O64 */
export const redeliverWebhook = call({
  method: 'POST',
  path: '/api/office/redeliverWebhook',
  keyed: true,
  summary: 'Sends a delivery again, all that failed since, or a test',
  permission: 'webhook.manage',
  body: z
    .object({
      deliveryId: deliveryId.optional(),
      webhookId: id.optional(),
      since: instant.optional().describe('At most 30 days ago'),
      test: flag.optional(),
    })
    .superRefine(({ deliveryId, webhookId, since, test }, context) => {
      const wrong = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (deliveryId !== undefined) return;
      if (webhookId === undefined)
        for (const path of ['deliveryId', 'webhookId'])
          wrong(path, 'A delivery or an address is needed.');
      else if (test !== true && since === undefined)
        for (const path of ['since', 'test']) wrong(path, 'since invalid');
    }),
  answer: z.object({ queued: z.int() }),
  refuses: {
    webhook_off: 409,
    webhook_not_found: 404,
    delivery_not_found: 404,
    delivery_not_over: 409,
  },
});
