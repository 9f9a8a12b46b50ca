import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 1_000;
/** Clock ticks of a second in /proc, on every Linux that Node.js runs on. */
const TICKS = 100;
/** Fields of /proc/<pid>/stat, counted after the name of the program. */
const [PARENT, USER, SYSTEM, START] = [1, 11, 12, 19];

interface ProcessTimes {
  readonly pid: string;
  readonly parent: string;
  /** Ticks since the machine started; with the id it names a process. */
  readonly start: string;
  /** Seconds of one core. */
  readonly cpu: number;
}

/** Reads a line of /proc/<pid>/stat. */
export function timesIn(stat: string): ProcessTimes {
  const pid = stat.slice(0, stat.indexOf(' '));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: fields[PARENT] ?? '',
    start: fields[START] ?? '',
    cpu: (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS,
  };
}

function processes(): readonly ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [timesIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
      } catch {
        return []; // it has ended
      }
    });
}

/** Adds up the CPU time of a process and all its descendants, those too that lost their parent. */
export class TreeCpu {
  /** CPU seconds of each process of the tree, by id and start. */
  private readonly seen = new Map<string, number>();

  private readonly root: string;

  constructor(pid: number) {
    this.root = String(pid);
  }

  /** Takes a sample of all processes of the machine. */
  take(now: readonly ProcessTimes[]): void {
    const byPid = new Map(now.map((one) => [one.pid, one]));
    const key = ({ pid, start }: ProcessTimes): string => `${pid} ${start}`;
    const belongs = (one: ProcessTimes | undefined): boolean =>
      one !== undefined &&
      (one.pid === this.root || this.seen.has(key(one)) || belongs(byPid.get(one.parent)));
    for (const one of now) if (belongs(one)) this.seen.set(key(one), one.cpu);
  }

  /** Seconds of one core. */
  get seconds(): number {
    return [...this.seen.values()].reduce((sum, cpu) => sum + cpu, 0);
  }
}

/**
 * Watches the CPU time of a process and its descendants until `stop`, which returns seconds of
 * one core; 0 where there is no /proc. Chromium reaps its pages in a way that hides their time from
 * `times` of a shell.
 */
export function watchCpu(pid: number): { stop: () => number } {
  const tree = new TreeCpu(pid);
  if (process.platform !== 'linux') return { stop: () => 0 };
  const sample = setInterval(() => tree.take(processes()), SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(sample);
      return tree.seconds;
    },
  };
}
