import { calendarOf } from './calendar.ts';
import { readFacts } from './facts.ts';
import { loginOf } from './people.ts';
import { planLoad } from './plan.ts';
import { tellProcessor } from './processor.ts';
import { startLoader } from './services.ts';
import { readSizes } from './sizes.ts';
import { addCandidates, type Candidate, seedLongLine } from './waiting.ts';

const stores = ['identity', 'registration', 'payments', 'transcripts'] as const;
/** Said every so many percent. */
const STEP = 10;

/**
 * Load data beside the demo data (SEED=load): the catalogue, branches and schools by their
 * services' own commands, all else planned here and stored by the services page by page, with the
 * card processor told of the charges. Says what it does.
 */
export async function seedLoad(
  now: Date,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const sizes = readSizes(env);
  say(
    `Load data: ${sizes.exams} exams, ${sizes.branches} branches more, ` +
      `${sizes.schools} schools more`,
  );
  await Promise.all(['catalog', 'schools'].map((name) => startLoader(name, env).end()));
  const facts = await readFacts();
  say(
    `Load data: ${inWords(sizes.students)} students (${loginOf(1)} and on), ` +
      `${inWords(sizes.sessions)} sessions, ${inWords(sizes.registrations)} registrations`,
  );
  const loaders = stores.map((name) => ({ name, loader: startLoader(name, env) }));
  const candidates: Candidate[] = [];
  let done = 0;
  let said = 0;
  for (const page of planLoad(sizes, facts, calendarOf(now))) {
    await Promise.all([
      ...loaders.map(({ name, loader }) => loader.send(page[name])),
      tellProcessor(env['SANDBOX_URL'] ?? '', page.payments.payments),
    ]);
    addCandidates(candidates, page.registration.registrations);
    done += page.identity.students.length;
    const percent = Math.floor((100 * done) / sizes.students / STEP) * STEP;
    if (percent > said) say(`  ${percent} %`);
    said = percent;
  }
  // people first, since other services project them from identity
  say('Load data: the last rows, read copies and statistics');
  const [identity, ...others] = loaders;
  await identity?.loader.end();
  await Promise.all(others.map(({ loader }) => loader.end()));
  say(`Load data: ${await seedLongLine(now, candidates)} students in one waiting list`);
}

const inWords = (count: number): string => count.toLocaleString('en-US');
