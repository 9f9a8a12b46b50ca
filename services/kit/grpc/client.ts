import { setTimeout as pause } from 'node:timers/promises';
import grpc from '@grpc/grpc-js';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { Refusal } from '@portal/proto/kit/v1/refusal';
import type { Actor } from '../auth/actor.ts';
import { signActor } from '../auth/actor-token.ts';
import { DomainError, unavailable } from '../errors.ts';
import { currentRequestId } from '../observability/request-id.ts';
import { spareClosingConnections } from './closing-connections.ts';
import { channelCredentials } from './grpc-tls.ts';
import { refusalError } from './refusal.ts';
import {
  type MethodDefinition,
  methodOf,
  ownerOf,
  type Part,
  type Req,
  type Res,
  type ServiceDefinition,
} from './rpc.ts';

/**
 * The subject of a call. A change needs a key; the same key always names the same request, so
 * the call may be repeated.
 */
export interface CallOptions {
  actor: Actor;
  key?: string | null;
  requestId?: string;
  /** The network address that a person's request came from. */
  origin?: string | undefined;
  /**
   * How long an answer is worth waiting for; 5 s for a query and 30 s for a change unless said
   * otherwise.
   */
  deadlineMs?: number;
  /** Moment by `performance.now()` at which the caller gives up; `deadlineMs` goes before it. */
  until?: number;
}
export type Client<D extends ServiceDefinition> = {
  [M in keyof D['methods']]: (
    request: Part<Req<D['methods'][M]>>,
    by: CallOptions,
  ) => Promise<Res<D['methods'][M]>>;
};

const channelOptions: grpc.ClientOptions = {
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
  }),
  // a connection whose other side has gone without a word is found out before a query is given up
  'grpc.keepalive_time_ms': 3_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.keepalive_permit_without_calls': 1,
  // if replicas are replaced one after the other within half a minute, the library's own pause, all
  // of them would be replaced before the name of their service is resolved again
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
};
const channels = new Map<string, grpc.Client>();
function channel(address: string): grpc.Client {
  let open = channels.get(address);
  if (!open) {
    spareClosingConnections();
    open = new grpc.Client(address, channelCredentials(), channelOptions);
    channels.set(address, open);
  }
  return open;
}

/** Ends all connections of this process. */
export function closeClients(): void {
  for (const open of channels.values()) open.close();
  channels.clear();
}

const PAUSES_MS = [60, 200, 600, 1500];
/**
 * How long a service that cannot be reached is waited for, also by a change whose own time limit is
 * far longer: a restart takes a second or two, and the caller hears soon that it has to ask again.
 * A service that was reached and works gets the whole time limit.
 */
const UNREACHABLE_MS = 3_000;
/**
 * A name without an address is resolved again only on a request for a connection: a caller that
 * waits for a service without a replica requests one this often, and the library pauses between
 * look-ups.
 */
const NAME_AGAIN_MS = 250;
/** The pause between checks whether the request on a broken connection is finished. */
const OWN_TWIN_PAUSE_MS = 500;

/**
 * Returns a client of another service. A request that carries a file is sent once. The address
 * comes from the environment, e.g. PAYMENTS_ADDR, and is read at the first call. Queries and keyed
 * changes are retried for a few seconds while the service is unavailable; a request that is still
 * running there after its connection broke is awaited. A refusal comes as the DomainError that was
 * thrown there. `self` is the name of the calling service.
 */
export function client<D extends ServiceDefinition>(
  definition: D,
  addressVariable: string,
  self: string,
): Client<D> {
  const methods = Object.entries(definition.methods).map(([name, method]) => [
    name,
    unary(definition, method, addressVariable, self),
  ]);
  return Object.fromEntries(methods) as Client<D>;
}

function unary(
  definition: ServiceDefinition,
  method: MethodDefinition,
  addressVariable: string,
  self: string,
) {
  const wire = methodOf(definition, method);
  const { predecessor } = definition;
  const audience = ownerOf(definition);
  const isQuery = method.options.idempotencyLevel === 'NO_SIDE_EFFECTS';
  return async (request: unknown, by: CallOptions): Promise<unknown> => {
    const started = performance.now();
    const ownLimit = started + (by.deadlineMs ?? (isQuery ? 5_000 : 30_000));
    const until = by.deadlineMs === undefined ? Math.min(ownLimit, by.until ?? Infinity) : ownLimit;
    let unreachableUntil: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const reachBy = unreachableUntil ?? performance.now() + UNREACHABLE_MS;
      if (!(await isReached(Math.min(until, reachBy), until))) throw unavailable();
      try {
        return await askByEitherName(request, by, until);
      } catch (error) {
        const failed = error as grpc.ServiceError;
        if (attempt > 0 && isInProgress(failed) && performance.now() + OWN_TWIN_PAUSE_MS < until) {
          // the try before this one, whose answer was lost with its connection
          unreachableUntil = undefined;
          attempt -= 1;
          await pause(OWN_TWIN_PAUSE_MS);
          continue;
        }
        unreachableUntil ??= performance.now() + UNREACHABLE_MS;
        const wait = PAUSES_MS[attempt];
        // a file that ended one replica must not reach the next one
        if (carriesFile(request)) throw fromStatus(failed);
        if (!isAway(failed) || wait === undefined) throw fromStatus(failed);
        if (performance.now() + wait > Math.min(until, unreachableUntil)) throw fromStatus(failed);
        await pause(wait);
      }
    }
  };

  /**
   * Whether there is a connection to the service by that moment. One that is there is good until
   * the caller gives up: a process that stood still for seconds has not waited for the service.
   */
  async function isReached(by: number, until: number): Promise<boolean> {
    const open = channel(addressOf());
    for (;;) {
      const state = open.getChannel().getConnectivityState(true);
      if (state === grpc.connectivityState.READY) return performance.now() < until;
      const left = by - performance.now();
      if (left <= 0 || state === grpc.connectivityState.SHUTDOWN) return false;
      await new Promise<void>((resolve) =>
        open.waitForReady(Date.now() + Math.min(left, NAME_AGAIN_MS), () => resolve()),
      );
    }
  }

  function addressOf(): string {
    const address = process.env[addressVariable];
    if (!address) throw new Error(`${addressVariable} is not set`);
    return address;
  }

  /**
   * Repeats a request by its name of the last release at a service that does not know the new one,
   * which therefore has done nothing. The next request begins with the new name: replicas of both
   * releases may serve, and those of the next release know the new name alone.
   */
  async function askByEitherName(
    request: unknown,
    by: CallOptions,
    until: number,
  ): Promise<unknown> {
    try {
      return await ask(wire, request, by, until);
    } catch (error) {
      const isUnknown = (error as grpc.ServiceError).code === grpc.status.UNIMPLEMENTED;
      if (!isUnknown || !predecessor) throw error;
      return ask(methodOf(predecessor, method), request, by, until);
    }
  }

  async function ask(
    { path, requestSerialize, responseDeserialize }: typeof wire,
    request: unknown,
    by: CallOptions,
    until: number,
  ): Promise<unknown> {
    const metadata = new grpc.Metadata();
    metadata.set('actor', await signActor(by.actor, { self, audience }));
    if (by.key) metadata.set('key', by.key);
    const requestId = by.requestId ?? currentRequestId();
    if (requestId) metadata.set('request-id', requestId);
    if (by.origin) metadata.set('origin', by.origin);
    const message = method.requestType.fromPartial(request);
    return new Promise((resolve, reject) => {
      channel(addressOf()).makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        message,
        metadata,
        { deadline: Date.now() + until - performance.now() },
        (error, response) => (error ? reject(error) : resolve(response)),
      );
    });
  }
}

/** Whether a message or one inside it holds bytes: a file that a person uploaded. */
export const carriesFile = (message: unknown): boolean =>
  message instanceof Uint8Array ||
  (typeof message === 'object' &&
    message !== null &&
    Object.values(message).some((value) => carriesFile(value)));

/**
 * Whether the service is unavailable or its connection broke during the call: the latter comes as
 * INTERNAL too, but with a different text than a bug there (rpc.ts).
 */
const isAway = ({ code, details }: grpc.ServiceError): boolean =>
  code === grpc.status.UNAVAILABLE ||
  (code === grpc.status.INTERNAL && details.startsWith('Received RST_STREAM'));

const isInProgress = (failed: grpc.ServiceError): boolean => {
  const refusal = fromStatus(failed);
  return refusal instanceof DomainError && refusal.code === 'request_in_progress';
};

function fromStatus(failed: grpc.ServiceError): Error {
  const kept = failed.metadata?.get('refusal-bin')[0];
  if (kept) return refusalError(Refusal.decode(kept as Buffer));
  if (
    isAway(failed) ||
    [grpc.status.DEADLINE_EXCEEDED, grpc.status.CANCELLED].includes(failed.code)
  )
    return unavailable();
  return failed;
}

/** Returns whether a service is serving, by the standard health check within a second. */
export async function isServing(address: string): Promise<boolean> {
  const check = methodOf(HealthDefinition, HealthDefinition.methods.check);
  return new Promise((resolve) => {
    channel(address).makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      new grpc.Metadata(),
      { deadline: Date.now() + 1000 },
      (error, answer) =>
        resolve(
          !error &&
            (answer as { status: number }).status === HealthCheckResponse_ServingStatus.SERVING,
        ),
    );
  });
}
