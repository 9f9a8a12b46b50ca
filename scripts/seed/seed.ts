import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { closeClients } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import { seeding } from './as.ts';
import { tool } from './clients.ts';
import { creditsOfExams } from './exams.ts';
import { seedLoad } from './load/load.ts';
import { seedOfficeWork } from './office/office-work.ts';
import { seedSavedFilters } from './office/saved-filters.ts';
import { seedSchoolRuns } from './office/school-runs.ts';
import { SETTLED_DAYS_AGO, seedSettledDays, settleDaysAgo } from './office/settled-days.ts';
import { seedStudentImport } from './office/student-import.ts';
import { seedWebhooks } from './office/webhooks.ts';
import { seedCalendarFeeds } from './sessions/calendar-feeds.ts';
import { seedCalendarPlan } from './sessions/calendar-plan.ts';
import { seedChangedSessions } from './sessions/changed-sessions.ts';
import { fillSession } from './sessions/full-session.ts';
import { demoSessions } from './sessions/sessions.ts';
import { seedTodaysSession } from './sessions/todays-session.ts';
import { seedWaitingLines } from './sessions/waiting-lines.ts';
import { seedDana, seedMiri } from './students/dana.ts';
import { seedSchoolCards } from './students/school-cards.ts';
import { seedSeminaryMatches } from './students/seminary-matches.ts';
import { seedStudy } from './students/study.ts';
import { seedTalResult } from './students/tal-result.ts';

// Demo data for an empty portal, and a load of data beside it (SEED=load). Facts that a service
// alone can make come from its own seed; everything else through the RPCs that people use.

const run = promisify(execFile);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs `services/<name>/src/seed.ts` with that service's own database. */
async function seedService(name: string): Promise<void> {
  const script = fileURLToPath(new URL(`../../services/${name}/src/seed.ts`, import.meta.url));
  await run(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: process.env[`${name.toUpperCase()}_DATABASE_URL`] ?? '' },
  });
}

const now = steadyNow();
say('People, exams and schools');
// the seminary service sends TAL ids of its students to identity as soon as they have rows
const withStudents = seedService('identity').then(() => seedService('seminary'));
await Promise.all([withStudents, ...['catalog', 'schools', 'transcripts'].map(seedService)]);
say('Sessions');
await tool.sessions.createSessions({ sessions: demoSessions(now) }, seeding('sessions'));
say('Registrations, credits and cards');
const creditsOf = await creditsOfExams();
await seedDana(now, { sandboxUrl: process.env.SANDBOX_URL ?? '', creditsOf });
await fillSession(now, creditsOf);
await seedMiri(creditsOf);
await settleDaysAgo(now, process.env.SANDBOX_URL ?? '', SETTLED_DAYS_AGO.first);
await seedSchoolCards(now, process.env.SANDBOX_URL ?? '');
await settleDaysAgo(now, process.env.SANDBOX_URL ?? '', SETTLED_DAYS_AGO.last);
say('Seminary study');
await seedStudy(now, process.env.SANDBOX_URL ?? '');
await seedWebhooks(process.env.SANDBOX_URL ?? '');
await seedSavedFilters();
say('Settled days');
await seedSettledDays(now, process.env.SANDBOX_URL ?? '', () => seedService('payments'));
say('Grades and what is under way');
await seedTodaysSession(now, creditsOf);
await seedService('registration');
await seedTalResult(now, process.env.SANDBOX_URL ?? '');
say('Runs of a school and what the office did');
await seedSchoolRuns(now);
await seedSeminaryMatches();
await seedOfficeWork();
await seedStudentImport();
await seedChangedSessions(now, creditsOf);
await seedWaitingLines(now, creditsOf);
await seedCalendarPlan(now);
await seedCalendarFeeds();
if (process.env.SEED === 'load') await seedLoad(now, process.env, say);
closeClients();
