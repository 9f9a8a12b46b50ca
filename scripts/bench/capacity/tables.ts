import { type Costs, PARTS, STEPS, totalCpuMs } from './costs.ts';
import {
  bottleneckOf,
  CORES_A_PROCESS,
  CORES_OF_SERVER,
  costOfStudent,
  machineBears,
  type Needs,
  needs,
  TARGET_LOAD,
} from './plan.ts';
import { type Cluster, type Simulated, simulate } from './simulate.ts';

/** The rush that the portal has to serve, and 10 and 100 times that. */
export const RUSHES = [10_000, 100_000, 1_000_000] as const;
export const WITHIN_SECONDS = 60;
/** Seconds until the last student is admitted: at once, and with acceptable waits. */
export const ALL_IN = [60, 300, 900] as const;
/** The share of the possible rate that the waiting room admits on average. */
export const ADMITTED_SHARE = 0.92;
/** The number of simulated students of a larger rush, whose rate is constant. */
const MAX_SIMULATED = 4000;
const SEED = 11;

/** Returns one machine on which everything runs. */
export const machine = (cores: number): Cluster => ({
  stations: { machine: cores },
  of: () => 'machine',
});

/** Returns the cluster for some needs: our processes scaled, the servers as large as is useful. */
export const clusterFor = ({ replicas }: Needs): Cluster => ({
  stations: Object.fromEntries(
    PARTS.map((part) => [
      part,
      (replicas[part] ?? 1) * (CORES_A_PROCESS[part] ?? CORES_OF_SERVER[part] ?? 1),
    ]),
  ),
  of: (part) => part,
});

/** Simulates a rush of 10,000 on one machine, at the rate of the waiting room. */
export function simulateMachine(costs: Costs, cores: number): Simulated {
  const { perSecond } = machineBears(costs, cores);
  const admitPerSecond = perSecond * ADMITTED_SHARE;
  return simulate(costs, machine(cores), {
    students: RUSHES[0],
    seconds: WITHIN_SECONDS,
    admitPerSecond,
    seed: SEED,
  });
}

/** Simulates a stretch of a rush on the cluster that it needs, at the full rate. */
export function simulateCluster(costs: Costs, students: number, allInSeconds: number): Simulated {
  const wanted = needs(costs, { students, seconds: WITHIN_SECONDS, allInSeconds });
  const some = Math.min(students, MAX_SIMULATED);
  return simulate(costs, clusterFor(wanted), {
    students: some,
    seconds: (WITHIN_SECONDS * some) / students,
    admitPerSecond: wanted.perSecond,
    seed: SEED,
  });
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
const count = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value < 10 ? 1 : 0);
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;

export function costTable(costs: Costs): string {
  const rows = STEPS.map((step) => {
    const cost = costs[step];
    return [
      step,
      ...PARTS.map((part) => cost.cpuMs[part].toFixed(1)),
      totalCpuMs(cost).toFixed(1),
      String(cost.requests),
      cost.statements.toFixed(0),
      (cost.bytes / 1000).toFixed(1),
      cost.events.toFixed(0),
    ];
  });
  const one = costOfStudent(costs, 0);
  const sum = [
    'a student',
    ...PARTS.map((part) => one.cpuMs[part].toFixed(1)),
    totalCpuMs(one).toFixed(1),
    one.requests.toFixed(0),
    one.statements.toFixed(0),
    (one.bytes / 1000).toFixed(1),
    one.events.toFixed(0),
  ];
  const head = ['CPU ms', ...PARTS, 'together', 'requests', 'statements', 'kB', 'events'];
  return table(head, [...rows, sum]);
}

export function machineTable(costs: Costs): string {
  const rows = [2, 8].map((cores) => {
    const { perSecond, part, share } = machineBears(costs, cores);
    const rate = perSecond * ADMITTED_SHARE;
    const seen = simulateMachine(costs, cores);
    return [
      String(cores),
      count(rate),
      minutes(Math.max(WITHIN_SECONDS, RUSHES[0] / rate)),
      minutes(seen.allInSeconds),
      minutes(seen.waitSeconds),
      `${Math.round(seen.p95Ms)} ms`,
      `${part}, ${percent(share)} of the processor`,
    ];
  });
  return table(
    [
      'cores',
      'let in a second',
      'all in after',
      '... simulated',
      'mean wait',
      'p95 of a step',
      'bottleneck',
    ],
    rows,
  );
}

export function clusterTable(costs: Costs): string {
  const rows = RUSHES.flatMap((students) =>
    ALL_IN.map((allInSeconds) => {
      const wanted = needs(costs, { students, seconds: WITHIN_SECONDS, allInSeconds });
      const { part, load } = bottleneckOf(wanted);
      const seen = simulateCluster(costs, students, allInSeconds);
      return [
        count(students),
        minutes(allInSeconds),
        count(wanted.perSecond),
        ...(['bff', 'identity', 'registration', 'payments', 'catalog'] as const).map((name) =>
          String(wanted.replicas[name]),
        ),
        ...(['postgres', 'redis', 'nats'] as const).map((name) => count(wanted.cores[name])),
        count(wanted.statementsPerSecond),
        count(wanted.eventsPerSecond),
        count(wanted.megabitsPerSecond),
        String(wanted.bffsForConnections),
        load > TARGET_LOAD
          ? `**${part}: ${count(load)} times what one server does**`
          : `${part}, ${percent(load)}`,
        load > TARGET_LOAD ? 'not borne' : `${Math.round(seen.p95Ms)} ms`,
      ];
    }),
  );
  return table(
    [
      'students',
      'all in after',
      'let in a second',
      'bff',
      'identity',
      'registration',
      'payments',
      'catalog',
      'PostgreSQL cores',
      'Redis cores',
      'NATS cores',
      'statements/s',
      'events/s',
      'Mbit/s',
      'bff for connections',
      'bottleneck',
      'p95 simulated',
    ],
    rows,
  );
}

/** Replaces the tables at their marks in the document; the other text stays. */
export function withTables(document: string, costs: Costs): string {
  const tables = {
    costs: costTable(costs),
    machine: machineTable(costs),
    cluster: clusterTable(costs),
  };
  return Object.entries(tables).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end -->)`),
        (_, head: string, end: string) => `${head}\n\n${made}\n\n${end}`,
      ),
    document,
  );
}
