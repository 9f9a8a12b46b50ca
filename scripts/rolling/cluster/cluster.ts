import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '../../portal/databases.ts';
import { until } from '../../portal/until.ts';
import type { Portal } from '../../start/portal-handle.ts';
import type { Program } from '../../start/processes/child.ts';
import { HeadlessNames } from './headless-names.ts';
import { Pod } from './pod.ts';
import { type PodTiming, podTiming } from './pod-timing.ts';
import { TcpBalancer } from './tcp-balancer.ts';

export const parts = [...serviceNames, 'bff'] as const;
export type Part = (typeof parts)[number];

/** A change of the endpoints is known everywhere after so long. */
const SPREAD_AFTER_MS = 1000;
/** A pod that is not ready by then will not become so: eight start at once on two cores. */
const READY_WITHIN_SECONDS = 120;

export interface ClusterOptions {
  readonly replicas?: number;
  /** How to run the next replica of a service; as the portal runs its own by default. */
  readonly programOf?: (part: Part) => Program;
  readonly timing?: Partial<PodTiming>;
}

/** How pods are replaced: how many, and how long each is ready before the next old one ends. */
export interface Replacing {
  readonly count?: number;
  readonly minReadyMs?: number;
}

/**
 * The services of a portal as Deployments of a cluster, on this machine: several replicas of each
 * on addresses of their own, headless names, a TCP balancer at the portal's address, and probes,
 * preStop and grace as in the chart.
 */
export class Cluster {
  readonly balancer: TcpBalancer;
  readonly timing: PodTiming;
  readonly #portal: Portal;
  readonly #options: ClusterOptions;
  readonly #names: HeadlessNames;
  readonly #pods = new Map<Part, Pod[]>(parts.map((part) => [part, []]));
  readonly #gone: Pod[] = [];
  readonly #made = new Map<Part, number>();
  /** The endpoints that names and balancer have. */
  readonly #known = new Map<string, readonly string[]>();

  private constructor(portal: Portal, options: ClusterOptions) {
    this.#portal = portal;
    this.#options = options;
    this.timing = { ...podTiming(), ...options.timing };
    this.#names = new HeadlessNames((part) => this.#known.get(part) ?? []);
    this.balancer = new TcpBalancer(() => this.#known.get('bff') ?? [], this.#port('bff'));
  }

  /** Replaces the services of a portal, whose servers and partners keep running. */
  static async begin(portal: Portal, options: ClusterOptions = {}): Promise<Cluster> {
    await portal.down('bff', 'SIGTERM');
    await Promise.all(serviceNames.map((name) => portal.down(name, 'SIGTERM')));
    const cluster = new Cluster(portal, options);
    await cluster.#names.listen();
    await cluster.balancer.listen();
    try {
      await Promise.all(parts.map((part) => cluster.scale(part, options.replicas ?? 2)));
      await Promise.all(serviceNames.map((name) => cluster.#isResolved(name)));
    } catch (error) {
      await cluster.end();
      throw error;
    }
    return cluster;
  }

  /** Returns the pods of a service that are not terminating, oldest first. */
  pods(part: Part): readonly Pod[] {
    return (this.#pods.get(part) ?? []).filter((pod) => !pod.isLeaving);
  }

  /** The pods whose grace was too short. */
  get killedAtLast(): readonly string[] {
    return this.#all()
      .filter(({ wasKilledAtLast }) => wasKilledAtLast)
      .map(({ spec }) => spec.name);
  }

  /** How often living pods became unready. */
  get lapses(): number {
    return this.#all().reduce((sum, { lapses }) => sum + lapses, 0);
  }

  /** How often a container died. */
  get restarts(): number {
    return this.#all().reduce((sum, { restarts }) => sum + restarts, 0);
  }

  /** Scales a service to so many replicas; the newest end first. */
  async scale(part: Part, replicas: number): Promise<void> {
    const now = this.pods(part);
    const going = now.slice(replicas).map((pod) => this.#delete(part, pod));
    const coming = Array.from({ length: Math.max(0, replicas - now.length) }, () =>
      this.#make(part),
    );
    await Promise.all([...coming.map((pod) => this.#isKnown(part, pod)), ...going]);
  }

  /**
   * Replaces every pod of a service, or so many of the oldest, as a Deployment does with maxSurge 1
   * and maxUnavailable 0: the next one starts when the last one has been ready for `minReadyMs`,
   * without waiting for the end of its predecessor.
   */
  async roll(
    part: Part,
    { count = Number.POSITIVE_INFINITY, minReadyMs = 0 }: Replacing = {},
  ): Promise<void> {
    const going: Promise<void>[] = [];
    for (const old of this.pods(part).slice(0, count)) {
      await this.#isReady(this.#make(part), minReadyMs);
      going.push(this.#delete(part, old));
    }
    await Promise.all(going);
  }

  /** Evicts every pod of a node; their successors start at once, elsewhere. */
  async drainNode(node: string): Promise<void> {
    const evicted = parts.flatMap((part) =>
      this.pods(part)
        .filter((pod) => pod.spec.node === node)
        .map((pod) => ({ part, pod })),
    );
    const gone = evicted.map(({ part, pod }) => this.#delete(part, pod));
    const successors = evicted.map(({ part }) => ({ part, pod: this.#make(part) }));
    await Promise.all([...successors.map(({ part, pod }) => this.#isKnown(part, pod)), ...gone]);
  }

  /** Kills one replica of a service by kill -9; resolves when it is ready again. */
  async kill(part: Part): Promise<void> {
    const [pod] = this.pods(part);
    if (!pod) throw new Error(`${part} has no pod`);
    const before = pod.restarts;
    pod.kill();
    await until(
      async () => pod.restarts,
      (restarts) => restarts > before,
    );
    await this.#isKnown(part, pod);
  }

  /** Ends one replica of a service as if the chart had no preStop, by any signal. */
  async cutShort(part: Part, signal: NodeJS.Signals): Promise<void> {
    const [pod] = this.pods(part);
    if (pod) await pod.delete({ preStop: false, signal });
    this.#forget(part, pod);
  }

  async end(): Promise<void> {
    await this.balancer.close();
    await Promise.all([...this.#pods.values()].flat().map((pod) => pod.delete({ preStop: false })));
    this.#names.close();
  }

  #all(): readonly Pod[] {
    return [...this.#gone, ...[...this.#pods.values()].flat()];
  }

  #port(part: Part): number {
    const url = part === 'bff' ? this.#portal.url : `tcp://${this.#portal.grpcAddress(part)}`;
    return Number(new URL(url).port);
  }

  #make(part: Part): Pod {
    const counted = this.#made.get(part) ?? 0;
    this.#made.set(part, counted + 1);
    const address = `127.77.${parts.indexOf(part)}.${counted + 1}`;
    const admin = `${address}:${new URL(this.#portal.adminUrl(part)).port}`;
    const program = this.#options.programOf?.(part) ?? this.#portal.program(part);
    const onNode = (node: string) =>
      this.pods(part).filter(({ spec }) => spec.node === node).length;
    const pod = new Pod({
      name: `${part}-${counted + 1}`,
      part,
      address,
      admin,
      node: onNode('a') > onNode('b') ? 'b' : 'a',
      program: { ...program, env: { ...program.env, ...this.#envOf(part, address, admin) } },
      timing: this.timing,
      dataDir: this.#portal.dataDir,
      onChange: () => this.#spread(part),
    });
    this.#pods.get(part)?.push(pod);
    return pod.start();
  }

  #envOf(part: Part, address: string, admin: string): Record<string, string> {
    const own: Record<string, string> =
      part === 'bff' ? { HOST: address } : { GRPC_LISTEN: `${address}:${this.#port(part)}` };
    const callees = serviceNames.map((name) => [
      `${name.toUpperCase()}_ADDR`,
      this.#names.target(name, this.#port(name)),
    ]);
    return {
      ...own,
      ADMIN_LISTEN: admin,
      ...Object.fromEntries(callees),
      // or gRPC would use the name server of this machine
      GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
      LOG_LEVEL: 'info',
    };
  }

  /**
   * Publishes the endpoints of a service, a little later. The name is always resolved right before,
   * so that each change is known as late as it can be.
   */
  #spread(part: Part): void {
    const addresses = (this.#pods.get(part) ?? [])
      .filter(({ isEndpoint }) => isEndpoint)
      .map(({ spec }) => spec.address);
    setTimeout(() => {
      this.#names.resolve(part);
      this.#known.set(part, addresses);
    }, SPREAD_AFTER_MS);
  }

  async #isReady(pod: Pod, forMs = 0): Promise<void> {
    await until(
      async () =>
        pod.isEndpoint && pod.endpointForMs >= forMs ? 'ready' : `${pod.spec.name} is not ready`,
      (said) => said === 'ready',
      READY_WITHIN_SECONDS + forMs / 1000,
      50,
    );
  }

  async #isKnown(part: Part, pod: Pod): Promise<void> {
    await this.#isReady(pod);
    await until(
      async () => this.#known.get(part) ?? [],
      (known) => known.includes(pod.spec.address),
      READY_WITHIN_SECONDS,
      50,
    );
  }

  /** Waits for the addresses of a service: an answer without any is cached like any other. */
  async #isResolved(service: Part): Promise<void> {
    await until(
      async () => this.#names.resolve(service),
      (known) => this.pods(service).every(({ spec }) => known.includes(spec.address)),
      READY_WITHIN_SECONDS,
      50,
    );
  }

  async #delete(part: Part, pod: Pod): Promise<void> {
    await pod.delete();
    this.#forget(part, pod);
  }

  #forget(part: Part, gone: Pod | undefined): void {
    if (!gone) return;
    this.#gone.push(gone);
    this.#pods.set(
      part,
      (this.#pods.get(part) ?? []).filter((pod) => pod !== gone),
    );
  }
}

/** Gives traffic so long to show the effect of an event. */
export const aWhile = (): Promise<void> => pause(3000);
