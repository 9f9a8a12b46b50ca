import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import type { NewSession } from '@portal/proto/registration/v1/sessions';
import { sql } from '../../portal/databases.ts';
import { thePortal } from '../../portal/place.ts';
import { asTool, tool } from '../../portal/services.ts';
import { startIn } from '../../portal/start-in.ts';

const run = promisify(execFile);

/** The branch that pickers select first: open to all students, without appointments. */
export const BRANCH = 13;

interface About extends Partial<NewSession> {
  /** Hours from now, in place of `startsAt`. */
  inHours?: number;
}

/**
 * Creates a session for one test and returns its id. By default it is at the branch, three weeks
 * from now and open to all students.
 */
export async function aSession({ inHours = 21 * 24, ...about }: About = {}): Promise<number> {
  const session = {
    sessionType: '21',
    locationId: BRANCH,
    gender: '3',
    startsAt: startIn(inHours),
    ...about,
  };
  const { sessionIds } = await tool.sessions.createSessions(
    { sessions: [session] },
    asTool(randomUUID()),
  );
  const [id] = sessionIds;
  if (id === undefined) throw new Error('the created session has no id');
  return id;
}

/**
 * Returns 8:30 a.m. in New York, some weeks from now: exams with any accommodation end before
 * branches close.
 */
export const earlyStart = (): Date =>
  new Date(
    Temporal.PlainDate.from(newYorkDay(startIn(600))).toZonedDateTime({
      timeZone: 'America/New_York',
      plainTime: '08:30',
    }).epochMilliseconds,
  );

/** Sets the start of a session so many minutes back. */
export async function beginSession(sessionId: number, minutesAgo = 1): Promise<void> {
  await sql(
    'registration',
    `UPDATE session SET starts_at = now() - $2 * interval '1 minute' WHERE id = $1`,
    [sessionId, minutesAgo],
  );
}

/** Runs the operator's command on registration's database, and returns its output. */
export async function callOff(
  sessionId: number,
  { nodeArgs = [] as string[], env = {} } = {},
): Promise<string> {
  const command = fileURLToPath(
    new URL('../../../services/registration/src/sessions/calling-off/call-off.ts', import.meta.url),
  );
  const url = thePortal.env['REGISTRATION_DATABASE_URL'];
  if (!url) throw new Error('REGISTRATION_DATABASE_URL is not set');
  const own = { ...process.env, DATABASE_URL: url, ...env };
  const { stdout } = await run(process.execPath, [...nodeArgs, command, String(sessionId)], {
    env: own,
  });
  return stdout;
}

/**
 * Returns a full minute at which no session begins, at most `withinMinutes` after `fromHours` from
 * now: pages name sessions by the time of their start.
 */
export async function aMinuteAlone(fromHours: number, withinMinutes: number): Promise<Date> {
  for (;;) {
    const startsAt = startIn(fromHours + randomInt(withinMinutes) / 60);
    const others = await sql('registration', 'SELECT id FROM session WHERE starts_at = $1', [
      startsAt,
    ]);
    if (others.length === 0) return startsAt;
  }
}

/**
 * Returns a Wednesday (YYYY-MM-DD), so many weeks after the beginning of a November so many years
 * from now. Two years from now the demo data has no sessions. From November to February neither the
 * Wednesday nor the day after is a yom tov.
 */
export function aWednesdayIn(years: number, weeks: number): string {
  const november = Temporal.PlainDate.from(newYorkDay(steadyNow()))
    .add({ years })
    .with({ month: 11, day: 1 });
  return november.add({ days: ((10 - november.dayOfWeek) % 7) + 7 * weeks }).toString();
}
