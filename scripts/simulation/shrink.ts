import type { Plan } from './world/plan.ts';

/**
 * Lives through a plan; returns its faults (fault-plan.ts) if it breaks as the first did, else
 * null.
 */
export type Breaks = (plan: Plan) => Promise<readonly string[] | null>;

/**
 * Looks for a smaller world that still breaks: fewer steps, people, faults, exams, sessions and
 * replicas. Continues from each smaller world that it finds; ends when nothing can be left out, or
 * after `tries` attempts.
 */
export async function shrink(
  plan: Plan,
  breaks: Breaks,
  { tries, onSmaller = () => {} }: { tries: number; onSmaller?: (smaller: Plan) => void },
): Promise<Plan> {
  let best = plan;
  let left = tries;
  const attempt = async (candidate: Plan): Promise<boolean> => {
    if (left <= 0) return false;
    left--;
    const struck = await breaks(candidate);
    if (!struck) return false;
    best = { ...candidate, faults: struck };
    onSmaller(best);
    return true;
  };
  /** Another number of people or steps is another story, to which other faults may belong. */
  const attemptWithAnyFaults = async (change: Partial<Plan>): Promise<boolean> => {
    if (await attempt({ ...best, ...change })) return true;
    const { faults = [], ...candidate } = { ...best, ...change };
    return faults.length > 0 && attempt(candidate);
  };
  const fewer = async (
    list: () => readonly unknown[],
    without: (from: number, to: number) => Promise<boolean>,
  ) => {
    for (let size = list().length; size >= 1; size = Math.floor(size / 2))
      for (let from = 0; from < list().length; )
        if (!(await without(from, from + size))) from += size;
  };
  const cut = <T>(list: readonly T[], from: number, to: number): T[] => [
    ...list.slice(0, from),
    ...list.slice(to),
  ];
  const lower = async (key: 'steps' | 'exams' | 'sessions' | 'replicas', by: number) => {
    for (let next = Math.floor(best[key] * by); next >= 1 && next < best[key]; ) {
      if (!(await attemptWithAnyFaults({ [key]: next }))) return;
      next = Math.floor(best[key] * by);
    }
  };

  for (let before: Plan | null = null; before !== best && left > 0; ) {
    before = best;
    await lower('steps', 0.5);
    if ((best.faults ?? ['any']).length > 0) await attempt({ ...best, faults: [] });
    for (const key of ['students', 'staff'] as const)
      await fewer(
        () => best[key],
        (from, to) => attemptWithAnyFaults({ [key]: cut(best[key], from, to) }),
      );
    await fewer(
      () => best.faults ?? [],
      (from, to) => attempt({ ...best, faults: cut(best.faults ?? [], from, to) }),
    );
    for (const key of ['exams', 'sessions', 'replicas'] as const) await lower(key, 0.5);
    await lower('steps', 0.75);
  }
  return best;
}
