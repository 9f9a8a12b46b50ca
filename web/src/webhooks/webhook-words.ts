import type { DELIVERY_STATES } from '@portal/contract/webhooks';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconSend,
} from '@tabler/icons-react';
import { instantText } from '../shared/format/dates.ts';
import type { Webhook, WebhookDelivery } from './api.ts';

type State = (typeof DELIVERY_STATES)[number];

/** How an address does, in a few words (O-12). */
export function stateOf({ active, disabledWhy, failingSince }: Webhook) {
  if (!active) {
    const why = disabledWhy?.replace(/\.$/, '') ?? 'switched off by hand';
    return { tone: 'slate', icon: IconCircleMinus, words: `Off: ${why}` } as const;
  }
  if (failingSince !== null)
    return {
      ...({ tone: 'garnet', icon: IconAlertTriangle } as const),
      words: `Failing since ${instantText(failingSince)}`,
    };
  return { tone: 'moss', icon: IconCircleCheck, words: 'On' } as const;
}

/** Returns the last outcome. */
export const lastSuccessText = ({ lastSuccess }: Webhook): string =>
  lastSuccess === null ? 'None yet' : instantText(lastSuccess);

export const DELIVERY_WORDS: Readonly<
  Record<
    State,
    { word: string; tone: 'slate' | 'lapis' | 'moss' | 'garnet'; icon: typeof IconSend }
  >
> = {
  queued: { word: 'Queued', tone: 'lapis', icon: IconClock },
  sending: { word: 'Sending', tone: 'lapis', icon: IconSend },
  delivered: { word: 'Delivered', tone: 'moss', icon: IconCircleCheck },
  failed: { word: 'Failed', tone: 'garnet', icon: IconCircleX },
  dropped: { word: 'Dropped', tone: 'slate', icon: IconCircleMinus },
};

/** Returns the next step or the end: 'Next try ...', '2 tries'. */
export function triesText({ attempts, nextTry, state }: WebhookDelivery): string {
  const tries = attempts.length === 1 ? '1 try' : `${attempts.length} tries`;
  return state === 'queued' && nextTry !== null && attempts.length > 0
    ? `${tries}, next ${instantText(nextTry)}`
    : tries;
}

/** One try in a line: '200 in 34 ms', 'The connection was refused. (12 ms)'. */
export const attemptText = ({ status, ms, error }: WebhookDelivery['attempts'][number]): string =>
  error === null ? `${status} in ${ms} ms` : `${error} (${ms} ms)`;

/**
 * Returns whether a delivery may be sent again: a finished one, unless its address was disabled.
 */
export const maySendAgain = ({ state }: WebhookDelivery): boolean =>
  state === 'failed' || state === 'delivered';
