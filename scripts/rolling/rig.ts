import { rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { closeClients } from '@portal/kit/grpc/client';
import { setForFile } from '@portal/kit/testing/after-test';
import { sweep } from '../e2e/invariants/invariants.ts';
import { until } from '../portal/until.ts';
import { ROOT, SERVICES } from '../start/paths.ts';
import type { Portal } from '../start/portal-handle.ts';
import type { Program } from '../start/processes/child.ts';
import type { DatabaseUrls } from '../start/servers/databases.ts';
import { migrateAll } from '../start/servers/migrate.ts';
import { startPortal } from '../start/start-portal.ts';
import { anyPlace, portalFolder } from '../test/demo-data.ts';
import { NOTHING_LASTS } from '../test/servers.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { Cluster, type Part } from './cluster/cluster.ts';
import { booksAfter, booksOf } from './traffic/books.ts';
import { type People, somePeople } from './traffic/people.ts';
import { type Counts, SteadyTraffic } from './traffic/steady-traffic.ts';

/** An event in a portal under load. */
export interface Happening {
  readonly name: string;
  /** Whether an operator plans it: then no request may have to be repeated. */
  readonly planned: boolean;
  readonly run: (rig: Rig) => Promise<unknown>;
}

/** The effect of an event on the requests during it. */
export interface Outcome {
  readonly counts: Counts;
  /** Descriptions of all violations. */
  readonly wrong: readonly string[];
}

/** The last release, or the code of this repository. */
export type Release = 'released' | 'this';

/** Returns the same program of this repository. */
const ofThis = (program: Program, released: string): Program => ({
  ...program,
  cwd: program.cwd.replace(released, ROOT),
  args: program.args.map((arg) => arg.replace(released, ROOT)),
});

/** A portal whose services run as in a cluster, and people who use it. */
export class Rig {
  readonly portal: Portal;
  readonly people: People;
  readonly cluster: Cluster;
  readonly #which: { runs: Release };
  /** The counts so far: the books are compared with their sum. */
  readonly #counts: Counts[] = [];

  private constructor(portal: Portal, people: People, cluster: Cluster, which: { runs: Release }) {
    this.#which = which;
    this.portal = portal;
    this.people = people;
    this.cluster = cluster;
  }

  /** With `released`, everything starts as that release: schema, demo data and replicas. */
  static async start({
    released,
    report = () => {},
  }: {
    released?: string | undefined;
    report?: (line: string) => void;
  } = {}): Promise<Rig> {
    // the folder that other portals of a test run share has the schema of this repository
    const dataDir = released ? temporaryFolder('rolling') : portalFolder('rolling');
    const portal = await startPortal({
      env: { ...anyPlace, DATA_DIR: dataDir },
      postgresSettings: NOTHING_LASTS,
      ...(released ? { release: released } : {}),
      report,
    });
    try {
      setForFile(portal.env);
      const people = await somePeople();
      closeClients();
      const which: { runs: Release } = { runs: released ? 'released' : 'this' };
      const programOf = (part: Part): Program => {
        const program = portal.program(part);
        return released && which.runs === 'this' ? ofThis(program, released) : program;
      };
      const cluster = await Cluster.begin(portal, { programOf });
      return new Rig(portal, people, cluster, which);
    } catch (error) {
      await portal.stop();
      throw error;
    }
  }

  /** Sets the code of replicas that start from now on. */
  use(release: Release): void {
    this.#which.runs = release;
  }

  /** Runs the migrations of this repository, as the chart's hook does before it replaces pods. */
  async migrate(): Promise<void> {
    const databases = Object.fromEntries(
      SERVICES.map((service) => [service, this.portal.databaseUrl(service)]),
    ) as DatabaseUrls;
    await migrateAll(SERVICES, databases, { dataDir: this.portal.dataDir });
  }

  /**
   * Runs an event under load. In a planned one no request may be repeated, and no connection may
   * end with a request on it.
   */
  async during({ planned, run }: Happening): Promise<Outcome> {
    const { cluster } = this;
    const { balancer } = cluster;
    const { cutOff: cutOffBefore, refused: refusedBefore } = balancer;
    const { lapses, restarts } = cluster;
    const killed = cluster.killedAtLast.length;
    const flowing = await SteadyTraffic.begin(this.portal, this.people, {
      retries: !planned,
    });
    let failure: string | undefined;
    await run(this).catch((error: unknown) => (failure = String(error)));
    const { counts, said } = await flowing.end(() => balancer.waiting);
    this.#counts.push(counts);
    const cutOff = balancer.cutOff - cutOffBefore;
    const refused = balancer.refused - refusedBefore;
    return {
      counts,
      wrong: [
        ...(failure === undefined ? [] : [failure]),
        ...(counts.failed > 0
          ? [
              `${counts.failed} requests failed; meanwhile ${cluster.lapses - lapses} times ` +
                `a pod was not ready though it lived, and ${cluster.restarts - restarts} ` +
                `containers died; ${Math.round(loadavg()[0] ?? 0)} processes wanted ` +
                `${availableParallelism()} processors`,
              ...said,
            ]
          : []),
        ...(planned && cutOff > 0 ? [`${cutOff} connections ended with a request on them`] : []),
        ...(refused > 0 ? [`${refused} connections were refused`] : []),
        ...cluster.killedAtLast.slice(killed).map((pod) => `${pod} did not end in its grace`),
      ],
    };
  }

  /**
   * Compares ledgers and processor with the answers to clients, and sweeps the invariants. Returns
   * descriptions of violations.
   */
  async check(): Promise<readonly string[]> {
    const expected = JSON.stringify(booksAfter(this.people, this.#counts));
    const wrong: string[] = [];
    await until(
      async () => JSON.stringify(await booksOf(this.people)),
      (found) => found === expected,
    ).catch((error: Error) => wrong.push(`the books ${error.message}, and must be ${expected}`));
    await sweep().catch((error: Error) => wrong.push(error.message));
    return wrong;
  }

  async end(): Promise<void> {
    closeClients();
    await this.cluster.end();
    await this.portal.stop();
    if (!process.env['KEEP_DATA']) rmSync(this.portal.dataDir, { recursive: true, force: true });
  }
}
