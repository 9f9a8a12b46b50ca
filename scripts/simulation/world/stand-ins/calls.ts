import grpc from '@grpc/grpc-js';
import { cluster, type Replica } from '../processes/cluster.ts';
import { never } from '../processes/runtime.ts';

/** Milliseconds that a message between services takes. */
const LATENCY_MS = 1.5;

type Callback = (error: Partial<grpc.ServiceError> | null, value?: unknown) => void;

const away = (details: string, code = grpc.status.UNAVAILABLE): Partial<grpc.ServiceError> =>
  Object.assign(new Error(details), { code, details, metadata: new grpc.Metadata() });
const brokenOff = () => away('Received RST_STREAM with code 2', grpc.status.INTERNAL);

/** Replaces grpc-js's client: calls go to a live replica of the simulated world. */
export class SimulatedChannel {
  private readonly service: string;
  constructor(address: string) {
    this.service = address.replace('sim:', '');
  }

  private live(): Replica[] {
    return cluster().replicas.filter(({ service, isAlive }) => service === this.service && isAlive);
  }

  getChannel(): { getConnectivityState: () => grpc.connectivityState } {
    const state =
      this.live().length > 0 ? grpc.connectivityState.READY : grpc.connectivityState.CONNECTING;
    return { getConnectivityState: () => state };
  }

  waitForReady(deadline: number, callback: (error?: Error) => void): void {
    const { runtime } = cluster();
    const until = runtime.now + (deadline - Date.now());
    const look = () => {
      if (this.live().length > 0) return callback();
      if (runtime.now >= until) return callback(new Error('not ready'));
      runtime.later(100, 'reconnect', look);
    };
    look();
  }

  makeUnaryRequest(
    path: string,
    serialize: (message: unknown) => Buffer,
    deserialize: (bytes: Buffer) => unknown,
    message: unknown,
    metadata: grpc.Metadata,
    { deadline }: { deadline: number },
    callback: Callback,
  ): void {
    const { runtime, faultRates, faultPlan } = cluster();
    const { random } = runtime;
    const host = runtime.here.getStore() ?? null;
    if (host && !host.isAlive) return;
    let isOver = false;
    const cancel = runtime.later(deadline - Date.now(), 'deadline', () => {
      if (isOver) return;
      isOver = true;
      callback(away('Deadline exceeded', grpc.status.DEADLINE_EXCEEDED));
    });
    const end = (what: string, error: Partial<grpc.ServiceError> | null, value?: unknown) =>
      runtime.later(
        random.latency(LATENCY_MS),
        what,
        () => {
          if (isOver) return;
          isOver = true;
          cancel();
          callback(error, value);
        },
        host,
      );
    const targets = this.live();
    if (targets.length === 0) return void end('refused', away('no connection established'));
    const target = random.pick(targets);
    const bytes = serialize(message);
    const lost = faultPlan.strikes('call', faultRates.callBreaks);
    const isBefore = lost && random.chance(0.4);
    runtime.later(
      random.latency(LATENCY_MS),
      `call ${path} at ${target.name}`,
      () => {
        if (!target.isAlive) return void end('reset', brokenOff());
        if (isBefore) return void end('lost', away('connection dropped'));
        const handle = target.calls.get(path);
        if (!handle)
          return void end('no such call', away(`${path} is not there`, grpc.status.UNIMPLEMENTED));
        // a caller learns that the called process has died
        const stop = onDeath(target, () => end('reset', brokenOff()));
        runtime.here.run(target, () =>
          handle({ request: wireOf(path).requestDeserialize(bytes), metadata }, (error, value) => {
            stop();
            if (!target.isAlive) return;
            if (lost) return void end('answer lost', brokenOff());
            if (error) return void end('call refused', error as Partial<grpc.ServiceError>);
            end('call answered', null, deserialize(wireOf(path).responseSerialize(value)));
          }),
        );
      },
      null,
    );
  }

  close(): void {}
}

/** The serializers of a call at the server. */
interface Wire {
  requestDeserialize: (bytes: Buffer) => unknown;
  responseSerialize: (message: unknown) => Buffer;
}
const wires = new Map<string, Wire>();

const wireOf = (path: string): Wire => wires.get(path) as Wire;

const deaths = new WeakMap<Replica, Set<() => void>>();

/** Calls a listener when a process dies; returns the function that removes it. */
function onDeath(target: Replica, listener: () => void): () => void {
  const all = deaths.get(target) ?? new Set();
  deaths.set(target, all);
  all.add(listener);
  return () => all.delete(listener);
}

export function notifyDeath(target: Replica): void {
  const all = deaths.get(target);
  deaths.delete(target);
  for (const listener of all ?? []) listener();
}

type Implementations = Record<
  string,
  (incoming: unknown, answer: (error: unknown, value?: unknown) => void) => void
>;

/** Replaces grpc-js's server as far as a service adds its calls to it. */
export class SimulatedServer {
  readonly calls = new Map<string, Implementations[string]>();

  addService(definition: Record<string, Wire & { path: string }>, implementation: Implementations) {
    for (const [name, method] of Object.entries(definition)) {
      wires.set(method.path, method);
      this.calls.set(method.path, implementation[name] as Implementations[string]);
    }
  }
}

/** Replaces fetch; the card processor is its only target. */
export function takeOverFetch(): void {
  globalThis.fetch = async (_url, init) => {
    const { runtime, processor } = cluster();
    const host = runtime.here.getStore() ?? null;
    if (host && !host.isAlive) return never();
    const { body, signal } = init as { body: string; signal: AbortSignal };
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      runtime.here.exit(() =>
        processor.ask(body).then(
          (text) =>
            runtime.later(
              runtime.random.latency(40),
              'processor answered',
              () => resolve({ status: 200, text: async () => text } as Response),
              host,
            ),
          (error: Error) => runtime.later(1, 'processor failed', () => reject(error), host),
        ),
      );
    });
  };
}
