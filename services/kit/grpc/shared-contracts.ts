import { FinderServiceDefinition } from '@portal/proto/portal/finder/v1/finder';
import { PersonalDataServiceDefinition } from '@portal/proto/portal/personal_data/v1/personal_data';
import { WaitingServiceDefinition } from '@portal/proto/portal/waiting/v1/waiting';
import { WebhookDeliveriesServiceDefinition } from '@portal/proto/portal/webhooks/v1/webhooks';
import type { Caller } from '../auth/callers.ts';
import type { ServiceDefinition } from './rpc.ts';

/** Returns a contract once for each service that serves it. */
function servedBy<D extends ServiceDefinition, S extends Caller>(
  definition: D,
  ...services: readonly S[]
): Readonly<Record<S, D>> {
  const bound = services.map((name) => [name, { ...definition, servedBy: name }]);
  return Object.fromEntries(bound) as Record<S, D>;
}

/**
 * The contracts that several services serve, each as `shared.<contract>.<service>`: both the service
 * and its clients use that definition. One that is not listed has no such contract.
 */
export const shared = {
  finder: servedBy(FinderServiceDefinition, 'identity', 'catalog', 'registration', 'schools'),
  personalData: servedBy(
    PersonalDataServiceDefinition,
    'registration',
    'payments',
    'schools',
    'seminary',
    'transcripts',
  ),
  waiting: servedBy(
    WaitingServiceDefinition,
    'identity',
    'catalog',
    'registration',
    'payments',
    'schools',
    'seminary',
    'transcripts',
  ),
  webhooks: servedBy(WebhookDeliveriesServiceDefinition, 'registration', 'payments'),
};
