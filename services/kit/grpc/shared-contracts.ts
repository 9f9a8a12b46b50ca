import { ActivityServiceDefinition as CatalogActivity } from '@portal/proto/catalog/v1/activity';
import { ActivityServiceDefinition as IdentityActivity } from '@portal/proto/identity/v1/activity';
import { ActivityServiceDefinition as PaymentsActivity } from '@portal/proto/payments/v1/activity';
import { ActivityServiceDefinition } from '@portal/proto/portal/activity/v1/activity';
import { FinderServiceDefinition } from '@portal/proto/portal/finder/v1/finder';
import { PersonalDataServiceDefinition } from '@portal/proto/portal/personal_data/v1/personal_data';
import { WaitingServiceDefinition } from '@portal/proto/portal/waiting/v1/waiting';
import { WebhookDeliveriesServiceDefinition } from '@portal/proto/portal/webhooks/v1/webhooks';
import { ActivityServiceDefinition as RegistrationActivity } from '@portal/proto/registration/v1/activity';
import { ActivityServiceDefinition as SchoolsActivity } from '@portal/proto/schools/v1/activity';
import { ActivityServiceDefinition as SeminaryActivity } from '@portal/proto/seminary/v1/activity';
import { ActivityServiceDefinition as TranscriptsActivity } from '@portal/proto/transcripts/v1/activity';
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

/** Returns a contract with some of its RPCs, for services that have no records for the others. */
function only<D extends ServiceDefinition, M extends keyof D['methods'] & string>(
  { fullName, methods }: D,
  ...names: readonly M[]
): { fullName: string; methods: Pick<D['methods'], M> } {
  const picked = names.map((name) => [name, methods[name]]);
  return { fullName, methods: Object.fromEntries(picked) as Pick<D['methods'], M> };
}

/** Adds to a contract the name that each service had for it in the last release. */
function replacing<C extends Readonly<Record<string, ServiceDefinition>>>(
  contract: C,
  predecessors: Readonly<Record<keyof C & string, ServiceDefinition>>,
): C {
  const bound = Object.entries(contract).map(([service, definition]) => [
    service,
    { ...definition, predecessor: predecessors[service] },
  ]);
  return Object.fromEntries(bound) as C;
}

/**
 * The contracts that several services serve, each as `shared.<contract>.<service>`: both the service
 * and its clients use that definition. One that is not listed has no such contract.
 */
export const shared = {
  activity: replacing(
    {
      ...servedBy(ActivityServiceDefinition, 'identity', 'registration', 'payments'),
      ...servedBy(
        only(ActivityServiceDefinition, 'listStudentHistory', 'listOfficeHistory'),
        'schools',
        'seminary',
        'transcripts',
      ),
      ...servedBy(only(ActivityServiceDefinition, 'listOfficeHistory'), 'catalog'),
    },
    {
      identity: IdentityActivity,
      catalog: CatalogActivity,
      registration: RegistrationActivity,
      payments: PaymentsActivity,
      schools: SchoolsActivity,
      seminary: SeminaryActivity,
      transcripts: TranscriptsActivity,
    },
  ),
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
