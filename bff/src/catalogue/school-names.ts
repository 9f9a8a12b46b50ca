import type { CallOptions } from '@portal/kit/grpc/client';
import type { Clients } from '../clients.ts';

const freshMillis = 60_000;

/**
 * Returns names of schools. Each is fetched once and held for a minute, or until an event says that
 * a school has changed.
 */
export interface SchoolNames {
  /**
   * Returns the name; null without a school, for an unknown school, and while schools is
   * unavailable, since a missing name must not keep a person out.
   */
  of(id: number | null | undefined, by: CallOptions): Promise<string | null>;
  forget(): void;
}

export function createSchoolNames(
  { schools }: Pick<Clients, 'schools'>,
  clock: () => Date,
): SchoolNames {
  const held = new Map<number, { name: Promise<string | null>; until: number }>();

  async function ask(id: number, by: CallOptions): Promise<string | null> {
    try {
      const answer = await schools.schools.listSchools({ ids: [id] }, { ...by, key: null });
      return answer.schools.find((school) => school.id === id)?.name ?? null;
    } catch {
      held.delete(id);
      return null;
    }
  }

  return {
    async of(id, by) {
      if (id === null || id === undefined) return null;
      const now = clock().getTime();
      const cached = held.get(id);
      if (cached && cached.until > now) return cached.name;
      const name = ask(id, by);
      held.set(id, { name, until: now + freshMillis });
      return name;
    },
    forget: () => held.clear(),
  };
}
