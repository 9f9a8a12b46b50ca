import { notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Session as Sitting } from '@portal/proto/registration/v1/sessions';
import type { AppContext } from '../app-context.ts';
import { sessionView } from './views.ts';

/**
 * Sessions with the names of where they are; a location that is no longer in use still has its
 * name.
 */
export async function named(
  sittings: readonly Sitting[],
  by: CallOptions,
  { catalogue }: AppContext,
) {
  const { rows } = await catalogue.locations.get();
  const places = new Map(rows.map((place) => [place.id, place]));
  return Promise.all(
    sittings.map(async (sitting) =>
      sessionView(
        sitting,
        places.get(sitting.locationId ?? 0),
        await catalogue.schoolNames.of(sitting.schoolId, by),
      ),
    ),
  );
}

/** One of them. Refuses with session_not_found. */
export async function namedOne(sitting: Sitting | undefined, by: CallOptions, context: AppContext) {
  const [session] = sitting ? await named([sitting], by, context) : [];
  if (!session) throw notFound('session_not_found', 'This session does not exist.');
  return session;
}
