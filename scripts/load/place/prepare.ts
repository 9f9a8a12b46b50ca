import { readFileSync } from 'node:fs';
import { newYorkDay } from '@portal/contract/days';
import { client } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { aStudent, asTool, forEach, grant } from '../../bench/people.ts';
import { instantInNewYork } from '../../seed/new-york.ts';
import { UserError } from '../../start/user-error.ts';
import type { LoadPlace } from './load-place.ts';

/** A student with an account. */
export interface User {
  readonly email: string;
  readonly password: string;
}

const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator');
/** Password of students whom a run creates; those of the demo data have it too. */
const PASSWORD = 'Study4JSE!';
/** Location where students look for seats first. */
const LOCATION = 13;
const CONCURRENCY = 4;
/** Credits of each created student, and seats of each session: neither runs out. */
const CREDITS = 400;
const MANY_SEATS = 50_000;
const SESSIONS = 40;

/** The students of a file, `[{ "email", "password" }]`. Throws a UserError if too few. */
export function readUsers(file: string, least: number): User[] {
  const users = JSON.parse(readFileSync(file, 'utf8')) as User[];
  if (!Array.isArray(users) || users.some(({ email, password }) => !email || !password))
    throw new UserError(`${file} must be a list of { "email", "password" }.`);
  if (users.length < least)
    throw new UserError(`${file} names ${users.length} students, and this run needs ${least}.`);
  return users;
}

/**
 * Makes students with accounts; the first `withCredits` of them have credits that pay all fees. A
 * password is hashed for each, 40 ms of CPU.
 */
export async function makeStudents(count: number, withCredits: number): Promise<User[]> {
  return forEach(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const { id, email } = await aStudent();
      if (index < withCredits) await grant(id, CREDITS, 0);
      return { email, password: PASSWORD };
    },
    CONCURRENCY,
  );
}

/** Makes sessions with seats for everybody, at hours that do not overlap. */
export async function makeOpenSessions(): Promise<void> {
  const today = Temporal.PlainDate.from(newYorkDay(steadyNow()));
  await sessions.createSessions(
    {
      sessions: Array.from({ length: SESSIONS }, (_, index) => ({
        sessionType: '21',
        locationId: LOCATION,
        startsAt: instantInNewYork(today.add({ days: 20 + index }).toString(), '10:00'),
        gender: '3',
        seats: MANY_SEATS,
      })),
    },
    asTool(),
  );
}

/** Makes one session with so many seats; its id. */
export async function makeHotSession(seats: number): Promise<number> {
  const day = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 70 });
  const startsAt = instantInNewYork(day.toString(), '10:00');
  const { sessionIds } = await sessions.createSessions(
    { sessions: [{ sessionType: '21', locationId: LOCATION, startsAt, gender: '3', seats }] },
    asTool(),
  );
  return sessionIds[0] as number;
}

/** Lets this process call the services of a place; throws UserError if it cannot. */
export function useOperator({ operatorEnv, url }: LoadPlace): void {
  if (!operatorEnv)
    throw new UserError(
      `${url} is known by its address alone: name students with --users ` +
        '(and for hot-session a session with --session and --seats).',
    );
  Object.assign(process.env, operatorEnv);
}
