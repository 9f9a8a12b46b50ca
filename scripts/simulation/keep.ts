import { basename } from 'node:path';
import { addSeed } from './seeds.ts';
import { shrink } from './shrink.ts';
import type { Simulate } from './simulate.ts';
import type { Plan } from './world/plan.ts';

/** Shrinks a world that breaks as far as possible and adds it to a file of known seeds. */
export async function keepSmallest(
  plan: Plan,
  run: Simulate,
  { file, tries }: { file: string; tries: number },
): Promise<void> {
  const { broken } = await run(plan);
  const found = Object.keys(broken ?? {});
  const isTheSame = (names: readonly string[]) => names.some((name) => found.includes(name));
  const smallest = await shrink(
    plan,
    async (candidate) => {
      // a world that is too small to start does not count as broken
      const story = await run(candidate).catch(() => null);
      return story?.broken && isTheSame(Object.keys(story.broken)) ? story.struck : null;
    },
    { tries, onSmaller: (smaller) => process.stdout.write(`smaller: ${sizeOf(smaller)}\n`) },
  );
  addSeed(file, { ...smallest, found });
  process.stdout.write(`kept in ${basename(file)}: seed ${plan.seed}, ${sizeOf(smallest)}\n`);
}

const sizeOf = ({ steps, students, staff, exams, sessions, replicas, faults }: Plan): string =>
  [
    `${steps} steps`,
    `${students.length} students`,
    `${staff.length} staff`,
    `${exams} exams`,
    `${sessions} sessions`,
    `${replicas} replicas`,
    `${faults?.length ?? 'any'} faults`,
  ].join(', ');
