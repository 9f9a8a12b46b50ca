import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { requestIdOrNew } from '@portal/kit/observability/request-id';

/** What the service does about waiting lists by itself. */
export type OwnCall = Pick<Call, 'db' | 'now' | 'requestId' | 'actor'>;

export const ownCall = (db: Database, now: Date): Call => ({
  db,
  now,
  key: null,
  requestId: requestIdOrNew(),
  actor: serviceActor('registration'),
});
