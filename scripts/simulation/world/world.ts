import { resumeJobs } from '@portal/kit/commands/resume-jobs';
import { connect, type Database } from '@portal/kit/database/database';
import { closeClients } from '@portal/kit/grpc/client';
import { addRpcs, type RpcSet } from '@portal/kit/grpc/rpc';
import { runJob } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { rebuildProjections as rebuildPayments } from '../../../services/payments/src/projections/fetch-projections.ts';
import { rebuildProjections as rebuildRegistration } from '../../../services/registration/src/projections/rebuild-projections.ts';
import { Server } from '../postgres/server.ts';
import type { Catalog } from '../postgres/storage/catalog.ts';
import {
  aroundServices,
  type ExamFacts,
  examsOnOffer,
  type RoomApart,
  roomsApart,
} from './facts/facts.ts';
import { type StudentFacts, studentsOf } from './facts/people.ts';
import { LineWatch } from './lines/line-watch.ts';
import type { Plan } from './plan.ts';
import {
  type Cluster,
  enter,
  type FaultRates,
  type Implementation,
  NO_FAULTS,
  type Replica,
} from './processes/cluster.ts';
import { FaultPlan } from './processes/fault-plan.ts';
import { randomOf } from './processes/random.ts';
import { never, Runtime } from './processes/runtime.ts';
import { SERVICES, type Service, type ServiceName } from './processes/services.ts';
import { notifyDeath, SimulatedServer } from './stand-ins/calls.ts';
import { dropAllConnections, dropConnections } from './stand-ins/driver.ts';
import { Processor } from './stand-ins/processor.ts';
import { installRuntime } from './stand-ins/take-over.ts';

/** Symbol under which kit looks for a step's failpoints (services/kit/jobs/failpoints.ts). */
const FAILPOINTS = Symbol.for('portal.failpoints');
const BEGINS_AT = Date.parse('2026-03-02T15:00:00Z');
const IDLE_LOOK_MS = 1_000;

/** Creates an empty database of a service from its migrations. */
export type MakeCatalog = (service: keyof typeof SERVICES) => Catalog;

/** A replica with its connections and jobs. */
interface Running extends Replica {
  db: Database | null;
}

/** The simulated cluster: services, databases, network and card processor. */
export class World implements Cluster {
  readonly runtime: Runtime;
  readonly databases = new Map<string, Server>();
  readonly replicas: Running[] = [];
  readonly processor: Processor;
  readonly faultPlan: FaultPlan;
  readonly studentIds: readonly number[];
  readonly students: ReadonlyMap<number, StudentFacts>;
  readonly rooms: readonly RoomApart[];
  /** Rooms that the office may give a session. */
  readonly roomsOf = new Map<number, readonly RoomApart[]>();
  readonly exams: readonly ExamFacts[];
  readonly seed: number;
  /** How often each student agreed to pay; repeated clicks count once. */
  readonly agreed = new Map<number, number>();
  readonly lines: LineWatch;
  faultRates: FaultRates = NO_FAULTS;
  /** Chance that a process dies at a failpoint that it passes. */
  killsAtFailpoints = 0;
  private lastReplica = 0;

  constructor(plan: Plan, makeCatalog: MakeCatalog) {
    this.faultPlan = new FaultPlan(randomOf(plan.seed, 'luck'), plan.faults ?? null);
    this.runtime = new Runtime(randomOf(plan.seed, 'time'), BEGINS_AT, true);
    this.processor = new Processor(this.runtime);
    this.seed = plan.seed;
    this.studentIds = plan.students;
    this.students = studentsOf(plan.seed, plan.students);
    this.exams = examsOnOffer(plan.exams);
    this.rooms = roomsApart(plan.sessions);
    const around = {
      clock: () => this.runtime.now,
      later: (ms: number, work: () => void) => void this.runtime.later(ms, 'database', work, null),
    };
    // outside the world: a process draws its own random numbers when it loads its first catalog
    for (const service of Object.keys(SERVICES) as (keyof typeof SERVICES)[])
      this.databases.set(service, new Server(makeCatalog(service), around));
    installRuntime(this.runtime);
    enter(this);
    this.lines = new LineWatch(this.database('registration'));
    const endIdle = () => {
      for (const server of this.databases.values()) server.endIdle();
      this.runtime.later(IDLE_LOOK_MS, 'idle transactions', endIdle, null);
    };
    endIdle();
    Object.assign(globalThis, { [FAILPOINTS]: (name: string) => this.passFailpoint(name) });
  }

  database(service: string): Server {
    return this.databases.get(service) as Server;
  }

  /** Starts all services and lets them load their projections. */
  async start(replicas: number): Promise<void> {
    this.startReplica('around', aroundServices(this), null);
    for (let i = 0; i < replicas; i++)
      for (const service of Object.keys(SERVICES) as (keyof typeof SERVICES)[])
        this.startService(service);
    let copied = 0;
    for (const [service, rebuild] of [
      ['registration', rebuildRegistration],
      ['payments', rebuildPayments],
    ] as const) {
      const replica = this.replicas.find((one) => one.service === service) as Running;
      this.runtime.here.run(replica, () => {
        rebuild(replica.db as Database).then(
          () => {
            copied++;
          },
          (error: unknown) => {
            throw error;
          },
        );
      });
    }
    await this.runtime.run(this.runtime.now + 60_000, () => copied === 2);
    if (copied < 2) throw new Error('the services did not load their projections');
  }

  startService(service: keyof typeof SERVICES): void {
    this.startReplica(service, SERVICES[service].rpcs, SERVICES[service]);
  }

  private startReplica(name: ServiceName, rpcs: readonly RpcSet[], service: Service | null): void {
    const server = new SimulatedServer();
    const replica: Running = {
      name: `${name}-${++this.lastReplica}`,
      service: name,
      isAlive: true,
      wallOffset: 0,
      calls: server.calls as ReadonlyMap<string, Implementation>,
      db: null,
    };
    this.runtime.here.run(replica, () => {
      if (service) replica.db = connect(`postgres://sim/${name}`, { name: replica.name });
      const db = replica.db as Database;
      for (const set of rpcs)
        addRpcs(server as never, set, {
          db,
          publicKeys: [],
          clock: steadyNow,
          findSubject:
            service?.findSubject ?? (async (_, studentId) => ({ studentId, schoolId: null })),
        });
      if (!service) return;
      for (const job of [...resumeJobs(db, service.processes), ...service.jobs(db)]) runJob(job);
    });
    this.replicas.push(replica);
  }

  /** Kills a replica like kill -9: its work never continues, and its connections break. */
  kill(replica: Replica): void {
    if (!replica.isAlive) return;
    this.runtime.note(`kill ${replica.name}`);
    replica.isAlive = false;
    dropConnections(replica);
    this.replicas.splice(this.replicas.indexOf(replica as Running), 1);
    notifyDeath(replica);
  }

  private passFailpoint(name: string): Promise<void> | void {
    const host = this.runtime.here.getStore();
    if (this.killsAtFailpoints === 0 || !host?.isAlive) return;
    if (!this.faultPlan.strikes('death at a failpoint', this.killsAtFailpoints)) return;
    this.runtime.note(`dies at ${name}`);
    const replica = host as Running;
    const service = replica.service;
    this.runtime.later(0, 'death', () => this.kill(replica), null);
    if (service !== 'around')
      this.runtime.later(1_000, 'restart', () => this.startService(service), null);
    return never();
  }

  /** Releases the process's time and network for the next world. */
  end(): void {
    for (const replica of [...this.replicas]) replica.isAlive = false;
    dropAllConnections();
    closeClients();
    Object.assign(globalThis, { [FAILPOINTS]: undefined });
    enter(null);
    installRuntime(null);
  }
}
