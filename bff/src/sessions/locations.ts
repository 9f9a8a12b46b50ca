import type { CallOptions } from '@portal/kit/grpc/client';
import type { Location } from '@portal/proto/catalog/v1/locations';
import type { AppContext } from '../app-context.ts';
import type { Session } from '../http/session/sessions.ts';

const byName = new Intl.Collator('en', { numeric: true });

/**
 * The locations that a person sees (`programIds`: those of a student, null for staff), by name.
 *
 */
function seenLocations(
  locations: readonly Location[],
  programIds: readonly number[] | null,
): Location[] {
  return locations
    .filter(({ active }) => active)
    .filter(
      ({ adminOnly, seminaryStudyProgramIds: only }) =>
        programIds === null ||
        (!adminOnly && (only.length === 0 || only.some((id) => programIds.includes(id)))),
    )
    .sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
}

/**
 * Returns the locations that the caller sees. The programmes of a student are read only where a
 * location is bound to one.
 */
export async function locationsFor(
  session: Session,
  by: CallOptions,
  { catalogue, seminary }: AppContext,
): Promise<Location[]> {
  const { rows } = await catalogue.locations.get();
  if (session.kind === 'staff') return seenLocations(rows, null);
  const asks = rows.some(
    ({ active, adminOnly, seminaryStudyProgramIds }) =>
      active && !adminOnly && seminaryStudyProgramIds.length > 0,
  );
  const { programs } = asks
    ? await seminary.students.listStudentPrograms({}, by)
    : { programs: [] };
  return seenLocations(
    rows,
    programs.map(({ programId }) => programId),
  );
}
