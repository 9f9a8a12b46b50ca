import { eventName } from '@portal/kit/commands/command';
import { identityWebhooks } from '@portal/kit/events/identity-webhooks';
import type { WebhookOwner } from '@portal/kit/webhooks/addresses/webhook-owner';
import { localHosts } from '@portal/kit/webhooks/hosts/local-addresses';
import {
  Cancelled,
  Created,
  ExamDisqualified,
  ExamGraded,
  ExamTaken,
  SessionBooked,
  SessionCancelled,
} from '@portal/proto/registration/v1/events';
import { webhooks } from '../../clients.ts';
import { webhookData } from './webhook-data.ts';

const events = [
  Created,
  SessionBooked,
  SessionCancelled,
  Cancelled,
  ExamTaken,
  ExamGraded,
  ExamDisqualified,
];

/** The webhooks about registrations. */
export const webhookOwner: WebhookOwner = {
  events: events.map(eventName),
  dataOf: webhookData,
  ...identityWebhooks('registration', webhooks),
  localHosts: localHosts(),
};
