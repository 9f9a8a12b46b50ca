interface Branch {
  id: number;
  name: string;
  city: string | null;
}

const cityOf = (city: string | null | undefined): string => (city ?? '').trim().toLowerCase();

/**
 * The branch of the last session first, then those of the student's own city, then the others, each
 * by name as they came. Nothing tells distances: neither students nor branches have coordinates.
 */
export function nearestFirst<One extends Branch>(
  branches: readonly One[],
  { last, city }: { last: number | undefined; city: string | null | undefined },
): One[] {
  const rank = (branch: One): number => {
    if (branch.id === last) return 0;
    return cityOf(city) !== '' && cityOf(branch.city) === cityOf(city) ? 1 : 2;
  };
  return [...branches].sort((a, b) => rank(a) - rank(b));
}
