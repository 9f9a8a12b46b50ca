import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { readOfficeSession } from '../../../services/registration/src/capacity/seats/sessions/office-session-store.ts';
import {
  callOffProcess,
  callOffSession,
} from '../../../services/registration/src/sessions/calling-off/call-off-session.ts';
import { previewCallOff } from '../../../services/registration/src/sessions/calling-off/preview-call-off.ts';
import type { LogEntry } from '../postgres/server.ts';
import { LOCATION_ID, OFFER_HOURS } from './facts/facts.ts';
import { type Broken, brokenAtRest, brokenNow } from './invariants/invariants.ts';
import type { Outcomes } from './people/person.ts';
import { StaffMember } from './people/staff-member.ts';
import { Student } from './people/student.ts';
import type { Plan } from './plan.ts';
import { equipStudents, openSessions } from './prepare.ts';
import { type FaultRates, NO_FAULTS } from './processes/cluster.ts';
import { type Random, randomOf } from './processes/random.ts';
import { type MakeCatalog, World } from './world.ts';

export interface Story {
  plan: Plan;
  steps: number;
  digest: string;
  /** Broken rules; null: all held. */
  broken: Broken | null;
  outcomes: Outcomes;
  /** The faults that happened, by the names of fault-plan.ts. */
  struck: readonly string[];
  trace: readonly string[];
}

/** Events between two checks of the invariants. */
const LOOK_EVERY = 2_000;
/** Time in which all messages that were on their way have arrived. */
const MIN_QUIET_MS = 2 * 60_000;
/**
 * Time in which all processes have ended: long waits are resumed within 15 minutes, and charges
 * have to be settled before they are refunded.
 */
const MAX_QUIET_MS = 25 * 60_000;
const QUIET_LOOK_MS = 30_000;
/** Time in which every job has run and done its work. */
const JOBS_RAN_MS = 15_000;
const HOUR_MS = 3_600_000;
/** A charge that began in time keeps the seat of an offer this much longer. */
const LONGEST_CHARGE_MS = 11 * 60_000;
/** No waiting list is longer than this. */
const MAX_OFFERS = 40;
/** All sessions are over after this time, wherever they were moved. */
const LONGEST_LINE_MS = 60 * 24 * HOUR_MS;
/** People stay no longer than this, however few events there are. */
const LONGEST_MS = 48 * HOUR_MS;

/** The faults and incidents of a world. */
interface Climate {
  faultRates: FaultRates;
  /** Chance that a process dies at a failpoint. */
  kills: number;
  /** Chance that a process dies at each incident. */
  deaths: number;
  /** Chance that half an hour or more passes at each opportunity. */
  leaps: number;
}

/** Returns the climate of a seed: some worlds are calm, others break one thing, some break all. */
function climateOf(random: Random): Climate {
  const some = (most: number) => (random.chance(0.6) ? random.next() * most : 0);
  return {
    faultRates: {
      databaseBreaks: some(0.004),
      callBreaks: some(0.06),
      processorLost: some(0.25),
      processorDeclines: some(0.25),
      processorFails: some(0.1),
    },
    kills: some(0.02),
    deaths: some(1),
    leaps: some(1),
  };
}

/** Lives through one world from its seed to the end and returns which rules broke. */
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
    const { faultRates, kills, deaths, leaps } = climateOf(randomOf(plan.seed, 'weather'));
    await world.start(plan.replicas);
    const sessionIds = await prepared(world, plan.sessions);
    world.faultRates = faultRates;
    world.killsAtFailpoints = kills;
    const people = live(world, plan.staff, sessionIds, outcomes);
    trouble(world, sessionIds, deaths);
    passTime(world, leaps);
    const until = runtime.steps + plan.steps;
    while (broken === null && runtime.steps < until && runtime.now < people.until) {
      const next = Math.min(until, runtime.steps + LOOK_EVERY);
      await runtime.run(people.until, () => runtime.steps >= next);
      await look();
    }
    people.goHome();
    world.faultRates = NO_FAULTS;
    world.killsAtFailpoints = 0;
    broken ??= (await comeToRest(world, MIN_QUIET_MS)) ?? (await endLines(world));
    return {
      plan,
      steps: runtime.steps,
      digest: runtime.digest(),
      broken,
      outcomes,
      struck: world.faultPlan.struck,
      trace: runtime.trace,
    };
  } finally {
    world.end();
  }
}

/** Runs until all processes have ended; returns the rules that are broken then. */
async function comeToRest(world: World, leastMs: number): Promise<Broken | null> {
  const { runtime } = world;
  const latest = runtime.now + MAX_QUIET_MS;
  await runtime.run(runtime.now + leastMs);
  for (;;) {
    const found = (await brokenNow(world)) ?? (await brokenAtRest(world));
    if (found === null || runtime.now >= latest) return found;
    await runtime.run(Math.min(latest, runtime.now + QUIET_LOOK_MS));
  }
}

/** Lets unanswered offers expire, and then all lists close. */
async function endLines(world: World): Promise<Broken | null> {
  const { runtime } = world;
  const ofState = (states: string[]) =>
    world
      .database('registration')
      .read('SELECT id, state FROM waiting_entry WHERE state = ANY ($1)', [states]);
  if (ofState(['waiting', 'offered']).length === 0) return null;
  for (let turns = 0; turns < MAX_OFFERS && ofState(['offered']).length > 0; turns++) {
    runtime.leap(OFFER_HOURS * HOUR_MS + LONGEST_CHARGE_MS);
    await runtime.run(runtime.now + JOBS_RAN_MS);
  }
  const open = ofState(['offered']);
  if (open.length > 0) return { 'no offer stays open': open };
  const found = await comeToRest(world, JOBS_RAN_MS);
  if (found) return found;
  runtime.leap(LONGEST_LINE_MS);
  const late = await comeToRest(world, JOBS_RAN_MS);
  if (late) return late;
  const left = ofState(['waiting', 'offered']);
  return left.length > 0 ? { 'no entry waits in a closed list': left } : null;
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

/** Starts students and staff; they leave at `goHome`, or when the day is over. */
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

/** Kills processes, restarts the database server and calls sessions off at random moments. */
function trouble(world: World, sessionIds: readonly number[], deaths: number): void {
  const { runtime, faultPlan } = world;
  const random = randomOf(world.seed, 'trouble');
  const again = () => {
    runtime.later(5_000 + random.below(120_000), 'trouble', strike, null);
  };
  const strike = () => {
    again();
    if (world.faultRates === NO_FAULTS) return;
    if (faultPlan.strikes('database restarts', 0.05)) {
      const [, server] = random.pick([...world.databases]);
      runtime.note('database restarts');
      server.crash();
    } else if (faultPlan.strikes('session called off', 0.05))
      callOff(world, random.pick(sessionIds));
    else if (faultPlan.strikes('death', deaths)) {
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

/** Lets time pass now and then, so that offers and holds expire. */
function passTime(world: World, leaps: number): void {
  const { runtime, faultPlan } = world;
  const random = randomOf(world.seed, 'time passes');
  const again = () => {
    runtime.later(5_000 + random.below(25_000), 'time to pass', pass, null);
  };
  const pass = () => {
    again();
    if (world.faultRates === NO_FAULTS || world.processor.underWay > 0) return;
    if (!faultPlan.strikes('time passes', leaps)) return;
    runtime.leap((5 + random.below(60)) * 60_000);
  };
  again();
}

/** Calls a session off as the office previewed it, with refunds of its fees. */
async function callOffWithRefunds(db: Database, sessionId: number): Promise<void> {
  const actor = { kind: 'staff', id: 1, roles: ['ROLE_ADMIN'], name: 'office' } as const;
  const call: Call = {
    db,
    now: steadyNow(),
    requestId: `office-${sessionId}`,
    key: null,
    actor: { ...actor, roles: [...actor.roles], via: 'bff' },
  };
  const { version = 0 } = (await readOfficeSession(db, sessionId)) ?? {};
  const choice = { sessionId, version, refundFees: true, message: null };
  const { previewHash } = await previewCallOff(call, choice);
  await callOffProcess.start(call, { sessionId, office: { ...choice, previewHash } });
}

/**
 * Calls a session off: every second one as an operator with the tool's own connection, the others
 * as the office with refunds of fees.
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
