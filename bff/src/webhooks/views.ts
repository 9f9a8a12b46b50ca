import type {
  WebhookDelivery as DeliveryView,
  Webhook as WebhookView,
} from '@portal/contract/webhooks';
import type { Webhook } from '@portal/proto/identity/v1/webhooks';
import type { WebhookDelivery, WebhookHealth } from '@portal/proto/portal/webhooks/v1/webhooks';

const instant = (at: Date | undefined): string | null => at?.toISOString() ?? null;
const first = (one: Date | undefined, other: Date | undefined, sign: 1 | -1): Date | undefined =>
  [one, other].filter((at) => at !== undefined).sort((a, b) => sign * (+a - +b))[0];

/** How an address does with all services together. */
export function healthOf(
  webhookId: number,
  all: readonly WebhookHealth[],
): Pick<WebhookView, 'lastSuccess' | 'failingSince' | 'failing'> {
  const own = all.filter((health) => health.webhookId === webhookId);
  return {
    lastSuccess: instant(
      own.reduce<Date | undefined>((at, one) => first(at, one.lastSuccess, -1), undefined),
    ),
    failingSince: instant(
      own.reduce<Date | undefined>((at, one) => first(at, one.failingSince, 1), undefined),
    ),
    failing: own.reduce((sum, { failing }) => sum + failing, 0),
  };
}

export const webhookView = (
  { id, description, createdAt, disabledWhy, oldSecretUntil, ...webhook }: Webhook,
  health: readonly WebhookHealth[],
): WebhookView => ({
  ...webhook,
  ...healthOf(id, health),
  webhookId: id,
  description: description ?? null,
  createdAt: instant(createdAt) ?? '',
  disabledWhy: disabledWhy ?? null,
  oldSecretUntil: instant(oldSecretUntil),
});

/** The owners of deliveries, by the letter that their ids begin with on the wire. */
export const OWNERS = { r: 'registration', p: 'payments' } as const;
export type OwnerLetter = keyof typeof OWNERS;

export const deliveryView = (
  letter: OwnerLetter,
  { id, state, attempts, nextTry, body, createdAt, ...delivery }: WebhookDelivery,
): DeliveryView => ({
  ...delivery,
  deliveryId: `${letter}${id}`,
  state: state as DeliveryView['state'],
  at: instant(createdAt) ?? '',
  attempts: attempts.map(({ at, status, error, ...attempt }) => ({
    ...attempt,
    at: instant(at) ?? '',
    status: status ?? null,
    error: error ?? null,
  })),
  nextTry: instant(nextTry),
  body: body === undefined ? null : (JSON.parse(body) as Record<string, unknown>),
});
