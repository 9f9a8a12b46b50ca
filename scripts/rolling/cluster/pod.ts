import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Program, startChild } from '../../start/processes/child.ts';
import { withLog } from '../../start/processes/log-file.ts';
import type { PodTiming, Probe } from './pod-timing.ts';

/** A kubelet notices about a second later that a container has died. */
const NOTICED_AFTER_MS = 1000;

export interface PodSpec {
  readonly name: string;
  readonly part: string;
  /** The IP address of the pod. */
  readonly address: string;
  /** host:port of its /healthz and /readyz. */
  readonly admin: string;
  readonly node: string;
  readonly program: Program;
  readonly timing: PodTiming;
  readonly dataDir: string;
  /** Called when the pod became ready or not, or leaves. */
  readonly onChange: () => void;
}

/** Returns whether a path answers successfully in time. */
async function answersWell(admin: string, { path, timeoutMs }: Probe): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://${admin}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ok;
  } catch {
    return false;
  }
}

/**
 * One replica of a service with the work of a kubelet: probes, a new container where one died, and
 * preStop, SIGTERM and SIGKILL at its end.
 */
export class Pod {
  readonly spec: PodSpec;
  /** Containers that died, or were killed since /healthz did not answer. */
  restarts = 0;
  /** How often it became unready while it lived. */
  lapses = 0;
  /** Whether it was still running when its grace was over. */
  wasKilledAtLast = false;
  #readySince: number | undefined;
  #isLeaving = false;
  #container: ChildProcess | undefined;
  #kept: Promise<void> | undefined;
  #deleted: Promise<void> | undefined;

  constructor(spec: PodSpec) {
    this.spec = spec;
  }

  /** Whether it belongs to the endpoints of its service. */
  get isEndpoint(): boolean {
    return this.#readySince !== undefined && !this.#isLeaving;
  }

  /** How long it has been an endpoint without a lapse, in milliseconds; 0 when it is none. */
  get endpointForMs(): number {
    return this.isEndpoint ? performance.now() - (this.#readySince as number) : 0;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  start(): this {
    this.#kept = this.#keep();
    return this;
  }

  /** Kills the process as a machine that is short of memory does. */
  kill(): void {
    this.#container?.kill('SIGKILL');
  }

  /**
   * Ends it as a cluster does; resolves when it has ended. `preStop` false stops it at once,
   * `signal` by another signal.
   */
  delete({ preStop = true, signal = 'SIGTERM' as NodeJS.Signals } = {}): Promise<void> {
    this.#deleted ??= this.#end(preStop, signal);
    return this.#deleted;
  }

  async #end(preStop: boolean, signal: NodeJS.Signals): Promise<void> {
    const { leaveMs, graceMs } = this.spec.timing;
    this.#isLeaving = true;
    this.spec.onChange();
    const grace = setTimeout(() => {
      this.wasKilledAtLast = true;
      this.kill();
    }, graceMs);
    if (preStop) await pause(leaveMs);
    this.#container?.kill(signal);
    await this.#kept;
    clearTimeout(grace);
  }

  async #keep(): Promise<void> {
    const { name, program, dataDir } = this.spec;
    while (!this.#isLeaving) {
      const container = withLog(dataDir, name, (log) =>
        startChild({ ...program, name }, dataDir, ['ignore', log, log]),
      );
      this.#container = container;
      const over = new AbortController();
      const ended = once(container, 'close').then(() => over.abort());
      await this.#look(over.signal).catch(() => {});
      await ended;
      this.#container = undefined;
      if (this.#isLeaving) return;
      await pause(NOTICED_AFTER_MS);
      this.#ready(false);
      this.restarts += 1;
    }
  }

  /** Probes a container until it ends. */
  async #look(over: AbortSignal): Promise<void> {
    const { admin, timing } = this.spec;
    const { startup, liveness, readiness } = timing;
    if (!(await this.#within(startup, over))) return this.kill();
    const keep = async (probe: Probe, answered: (well: boolean) => void): Promise<void> => {
      while (!over.aborted) {
        answered(await answersWell(admin, probe));
        await pause(probe.everyMs, undefined, { signal: over });
      }
    };
    const counted = ({ misses }: Probe, report: (well: boolean) => void) => {
      let missed = 0;
      return (well: boolean) => {
        missed = well ? 0 : missed + 1;
        if (well || missed >= misses) report(well);
      };
    };
    await Promise.all([
      keep(
        readiness,
        counted(readiness, (well) => !over.aborted && this.#ready(well)),
      ),
      keep(
        liveness,
        counted(liveness, (well) => !well && this.kill()),
      ),
    ]);
  }

  async #within(probe: Probe, over: AbortSignal): Promise<boolean> {
    for (let tries = 0; tries < probe.misses; tries++) {
      if (await answersWell(this.spec.admin, probe)) return true;
      await pause(probe.everyMs, undefined, { signal: over });
    }
    return false;
  }

  #ready(isReady: boolean): void {
    if (isReady === (this.#readySince !== undefined)) return;
    if (!isReady && this.#container && !this.#isLeaving) this.lapses += 1;
    this.#readySince = isReady ? performance.now() : undefined;
    this.spec.onChange();
  }
}
