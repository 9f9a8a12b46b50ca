import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { requestIdOrNew } from '@portal/kit/observability/request-id';

/** The call of the service's own jobs on waiting lists. */
export type OwnCall = Pick<Call, 'db' | 'now' | 'requestId' | 'actor'>;

export const ownCall = (db: Database, now: Date): Call => ({
  db,
  now,
  key: null,
  requestId: requestIdOrNew(),
  actor: serviceActor('registration'),
});
