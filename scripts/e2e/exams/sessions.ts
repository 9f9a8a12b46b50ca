import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import type { NewSession } from '@portal/proto/registration/v1/sessions';
import { sql } from '../portal/databases.ts';
import { thePortal } from '../portal/place.ts';
import { asTool, tool } from '../portal/services.ts';

const run = promisify(execFile);

/** The branch where pickers open: for everybody, without appointments. */
export const BRANCH = 13;
const HOUR_MS = 3_600_000;

interface About extends Partial<NewSession> {
  /** From now, instead of `startsAt`. */
  inHours?: number;
}

/**
 * Makes a session of one's own at the branch, three weeks away and for everybody unless said
 * otherwise; gives its id.
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
  if (id === undefined) throw new Error('a session was made and has no id');
  return id;
}

/** A time in New York, HH:mm, weeks on. */
const startAt = (plainTime: string): Date =>
  new Date(
    Temporal.PlainDate.from(newYorkDay(startIn(600))).toZonedDateTime({
      timeZone: 'America/New_York',
      plainTime,
    }).epochMilliseconds,
  );

/** 8:30 in the evening in New York, weeks on: branches close two and a half hours later. */
export const lateStart = (): Date => startAt('20:30');

/** 8:30 in the morning in New York, weeks on: whatever is granted, it ends before branches close. */
export const earlyStart = (): Date => startAt('08:30');

/** Lets a session have begun so many minutes ago. */
export async function beginSession(sessionId: number, minutesAgo = 1): Promise<void> {
  await sql(
    'registration',
    `UPDATE session SET starts_at = now() - $2 * interval '1 minute' WHERE id = $1`,
    [sessionId, minutesAgo],
  );
}

/**
 * The operator's command, run on the services' own database as an operator would; gives what it
 * said.
 */
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

/** So many hours from now, to the full minute. */
export const startIn = (hours: number): Date =>
  new Date(Math.ceil((steadyNow().getTime() + hours * HOUR_MS) / 60_000) * 60_000);

/**
 * A full minute at which no session begins, so many hours from now at the earliest and up to so many
 * minutes later: pages name sessions by the time of their start.
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
 * A Wednesday (YYYY-MM-DD) of the winter that begins in the November so many years on, by so many
 * weeks; two years on are after the demo data's sessions. From November to February neither it nor
 * the day after is a yom tov.
 */
export function aWednesdayIn(years: number, weeks: number): string {
  const november = Temporal.PlainDate.from(newYorkDay(steadyNow()))
    .add({ years })
    .with({ month: 11, day: 1 });
  return november.add({ days: ((10 - november.dayOfWeek) % 7) + 7 * weeks }).toString();
}
