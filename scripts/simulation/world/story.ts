import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  callOffProcess,
  callOffSession,
} from '../../../services/registration/src/calling-off/call-off-session.ts';
import { previewCallOff } from '../../../services/registration/src/calling-off/preview-call-off.ts';
import { readOfficeSession } from '../../../services/registration/src/capacity/office-session-store.ts';
import type { LogEntry } from '../postgres/server.ts';
import { equipStudents, type Outcomes, openSessions, StaffMember, Student } from './actors.ts';
import { CALM, type Weather } from './cluster.ts';
import { LOCATION_ID } from './facts.ts';
import { type Broken, brokenAtRest, brokenNow } from './invariants.ts';
import type { Plan } from './plan.ts';
import { type Random, randomOf } from './random.ts';
import { type MakeCatalog, World } from './world.ts';

export interface Story {
  plan: Plan;
  steps: number;
  digest: string;
  /** Null: all that must hold did. */
  broken: Broken | null;
  outcomes: Outcomes;
  /** What went wrong in it, by the names of luck.ts. */
  struck: readonly string[];
  trace: readonly string[];
}

/** Between two looks at the invariants, in events. */
const LOOK_EVERY = 2_000;
/** What was on its way when the trouble ended has arrived after so long. */
const LEAST_QUIET_MS = 2 * 60_000;
/** Everything that was begun has come to its end after so long. */
const MOST_QUIET_MS = 15 * 60_000;
const QUIET_LOOK_MS = 30_000;
/** People stay no longer than this, however few events there are. */
const LONGEST_MS = 6 * 3_600_000;

/** A kind of weather a seed: some worlds are kind, others break one thing, some break all. */
function weatherOf(random: Random): { weather: Weather; kills: number; deaths: number } {
  const some = (most: number) => (random.chance(0.6) ? random.next() * most : 0);
  return {
    weather: {
      databaseBreaks: some(0.004),
      callBreaks: some(0.06),
      processorLost: some(0.25),
      processorDeclines: some(0.25),
      processorFails: some(0.1),
    },
    kills: some(0.02),
    deaths: some(1),
  };
}

/** Lives one world from its seed to the end, and says whether all that must hold held. */
export async function liveThrough(
  plan: Plan,
  makeCatalog: MakeCatalog,
  log?: (service: string, entry: LogEntry) => void,
): Promise<Story> {
  const world = new World(plan, makeCatalog);
  if (log)
    for (const [service, server] of world.databases) server.log = (entry) => log(service, entry);
  const outcomes: Outcomes = new Map();
  const { runtime } = world;
  let broken: Broken | null = null;
  const look = async () => {
    broken = await brokenNow(world);
  };
  try {
    const { weather, kills, deaths } = weatherOf(randomOf(plan.seed, 'weather'));
    await world.start(plan.replicas);
    const sessionIds = await prepared(world, plan.sessions);
    world.weather = weather;
    world.killsAtFailpoints = kills;
    const people = live(world, plan.staff, sessionIds, outcomes);
    trouble(world, sessionIds, deaths);
    const until = runtime.steps + plan.steps;
    while (broken === null && runtime.steps < until && runtime.now < people.until) {
      const next = Math.min(until, runtime.steps + LOOK_EVERY);
      await runtime.run(people.until, () => runtime.steps >= next);
      await look();
    }
    people.goHome();
    world.weather = CALM;
    world.killsAtFailpoints = 0;
    if (broken === null) broken = await comeToRest(world);
    return {
      plan,
      steps: runtime.steps,
      digest: runtime.digest(),
      broken,
      outcomes,
      struck: world.luck.struck,
      trace: runtime.trace,
    };
  } finally {
    world.end();
  }
}

/** Lets all that was begun end; what does not hold then. */
async function comeToRest(world: World): Promise<Broken | null> {
  const { runtime } = world;
  const latest = runtime.now + MOST_QUIET_MS;
  await runtime.run(runtime.now + LEAST_QUIET_MS);
  for (;;) {
    const found = (await brokenNow(world)) ?? brokenAtRest(world);
    if (found === null || runtime.now >= latest) return found;
    await runtime.run(Math.min(latest, runtime.now + QUIET_LOOK_MS));
  }
}

async function prepared(world: World, sessions: number): Promise<number[]> {
  let sessionIds: number[] | undefined;
  let failed: unknown;
  const work = async () => {
    await equipStudents(world);
    sessionIds = await openSessions(world, LOCATION_ID, sessions);
  };
  work().catch((error: unknown) => {
    failed = error;
  });
  await world.runtime.run(
    world.runtime.now + 600_000,
    () => sessionIds !== undefined || failed !== undefined,
  );
  if (failed !== undefined) throw failed;
  return sessionIds as number[];
}

/** Students and staff come; they leave when they are told, or when the day is over. */
function live(
  world: World,
  staff: readonly number[],
  sessionIds: readonly number[],
  outcomes: Outcomes,
) {
  const day = { until: world.runtime.now + LONGEST_MS };
  const begin = (person: { live: (until: number) => Promise<void> }) => {
    const goOn = async () => {
      while (world.runtime.now < day.until)
        await person.live(Math.min(day.until, world.runtime.now + 60_000));
    };
    goOn().catch((error: unknown) => {
      throw error;
    });
  };
  for (const id of world.studentIds) begin(new Student(world, id, sessionIds, outcomes));
  for (const id of staff) begin(new StaffMember(world, id, outcomes));
  return {
    get until() {
      return day.until;
    },
    goHome() {
      day.until = world.runtime.now;
    },
  };
}

/** Processes die at any moment, the database server restarts, a session is called off. */
function trouble(world: World, sessionIds: readonly number[], deaths: number): void {
  const { runtime, luck } = world;
  const random = randomOf(world.seed, 'trouble');
  const again = () => {
    runtime.later(5_000 + random.below(120_000), 'trouble', strike, null);
  };
  const strike = () => {
    again();
    if (world.weather === CALM) return;
    if (luck.strikes('database restarts', 0.05)) {
      const [, server] = random.pick([...world.databases]);
      runtime.note('database restarts');
      server.crash();
    } else if (luck.strikes('session called off', 0.05)) callOff(world, random.pick(sessionIds));
    else if (luck.strikes('death', deaths)) {
      const living = world.replicas.filter(({ service }) => service !== 'around');
      if (living.length === 0) return;
      const replica = random.pick(living);
      const service = replica.service as 'registration' | 'payments';
      world.kill(replica);
      runtime.later(random.below(6_000), 'restart', () => world.startService(service), null);
    }
  };
  again();
}

/** Calls a session off as the office previewed it, its fees refunded. */
async function callOffWithRefunds(db: Database, sessionId: number): Promise<void> {
  const actor = { kind: 'staff', id: 1, roles: ['ROLE_ADMIN'], name: 'office' } as const;
  const call: Call = {
    ...{ db, now: steadyNow(), requestId: `office-${sessionId}`, key: null },
    actor: { ...actor, roles: [...actor.roles], via: 'bff' },
  };
  const { version = 0 } = (await readOfficeSession(db, sessionId)) ?? {};
  const choice = { sessionId, version, refundFees: true, message: null };
  const { previewHash } = await previewCallOff(call, choice);
  await callOffProcess.start(call, { sessionId, office: { ...choice, previewHash } });
}

/**
 * What an operator does by hand, with the tool's own connection to the database; of every second
 * session the office, which refunds fees.
 */
function callOff(world: World, sessionId: number): void {
  const { runtime } = world;
  const replica = world.replicas.find(({ service }) => service === 'registration');
  const db = replica?.db;
  if (!replica || !db) return;
  runtime.note(`call off session ${sessionId}`);
  runtime.here.run(replica, () => {
    const requestId = `call-off-${sessionId}`;
    const call = { db, actor: serviceActor('operator'), key: null, now: steadyNow(), requestId };
    const byOffice = sessionId % 2 === 0;
    (byOffice ? callOffWithRefunds(db, sessionId) : callOffSession(call, sessionId)).catch(
      () => {},
    );
  });
}
