import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Permission } from '@portal/access/permissions';
import type { Actor } from '@portal/kit/auth/actor';
import { rpcAccess } from '@portal/kit/auth/rpc-access';
import type { FindSubject } from '@portal/kit/commands/authorize';
import type { Call } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { type CallOptions, closeClients } from '@portal/kit/grpc/client';
import {
  type MethodDefinition,
  ownerOf,
  type RpcSet,
  type ServiceDefinition,
} from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { currentRequestId } from '@portal/kit/observability/request-id';
import { serveInProcess } from '@portal/kit/testing';
import { clients, serviceAddresses } from '../clients.ts';

const generated = fileURLToPath(new URL('../../../proto/gen/', import.meta.url));
const ofServices = `{${Object.keys(serviceAddresses).join(',')}}/v1/*.ts`;

const ofShared = Object.values(shared).flatMap((services) =>
  Object.values<ServiceDefinition>(services),
);
/** Names of the last release, which kit serves together with their successors. */
const oldNames = ofShared.map(({ predecessor }) => predecessor?.fullName);

/** Every service of the protos that the BFF asks, a shared one once for each service. */
export const definitions: readonly ServiceDefinition[] = [
  ...(
    await Promise.all(
      globSync(ofServices, { cwd: generated }).map(
        async (file): Promise<object> => import(generated + file),
      ),
    )
  )
    .flatMap((exported) => Object.values(exported) as Partial<ServiceDefinition>[])
    .filter((one): one is ServiceDefinition => one?.methods !== undefined)
    .filter(({ fullName }) => !oldNames.includes(fullName)),
  ...ofShared,
];

/** An RPC that the BFF made in the name of a person, and its outcome. */
export interface RpcCall {
  /** `service.rpc` */
  readonly rpc: string;
  readonly permission: Permission | null;
  readonly isChange: boolean;
  readonly actor: Actor;
  /** `ok` where the handler was reached, else why not. */
  readonly outcome: string;
}

/** An RPC whose handler was reached. */
export interface ServedRpc {
  readonly service: string;
  readonly method: MethodDefinition;
  readonly actor: Actor;
}

export interface EveryRpc {
  /** Knows the students whom staff act for. */
  findSubject: FindSubject;
  /** The definitions as kit is given them. */
  served?: readonly ServiceDefinition[];
  /** Makes the response of a handler; without it every response is an empty message. */
  handle?: (rpc: ServedRpc) => object;
}

/**
 * Serves every RPC by kit's own gRPC server, with the checks that its proto demands, and gives the
 * BFF's own clients of it. It keeps the RPCs of a person's request by request id.
 */
export async function serveEveryRpc({
  findSubject,
  served = definitions,
  handle = () => ({}),
}: EveryRpc) {
  const requests = new Map<string, RpcCall[]>();
  const note = (rpc: string, { actor, requestId }: Requester, outcome: string) => {
    if (actor.kind === 'service' || requestId === undefined) return;
    const { permission = null, isChange = true } = access.get(rpc) ?? {};
    const all = requests.get(requestId) ?? [];
    requests.set(requestId, [...all, { rpc, permission, isChange, actor, outcome }]);
  };
  const sets = served.map((definition): RpcSet => {
    const handlers = Object.entries(definition.methods).map(([name, method]) => {
      const rpc = `${ownerOf(definition)}.${name}`;
      const reached = async (_request: never, call: Call) => {
        note(rpc, call, 'ok');
        return handle({ service: definition.fullName, method, actor: call.actor });
      };
      return [name, { handle: reached }];
    });
    return { definition, handlers: Object.fromEntries(handlers) };
  });
  const stops = await Promise.all(
    Object.entries(serviceAddresses).map(([service, variable]) => {
      const own = sets.filter(({ definition }) => ownerOf(definition) === service);
      return serveInProcess(variable, own, undefined, undefined, findSubject);
    }),
  );

  const running = new Map<string, Promise<unknown>[]>();
  /** Notes what did not get to its handler. */
  const noting =
    (rpc: string, really: AnyRpc): AnyRpc =>
    (request, by) => {
      const requester = { requestId: currentRequestId(), ...by };
      const answer = really(request, by);
      const noted = answer.catch((error: unknown) =>
        note(rpc, requester, error instanceof DomainError ? error.code : String(error)),
      );
      const { requestId = '' } = requester;
      running.set(requestId, [...(running.get(requestId) ?? []), noted]);
      return answer;
    };

  return {
    clients: eachRpc(noting),
    /** Returns the RPCs that a request caused, once all of them are answered. */
    async rpcsOf(requestId: string): Promise<readonly RpcCall[]> {
      await Promise.all(running.get(requestId) ?? []);
      return requests.get(requestId) ?? [];
    },
    close(): void {
      closeClients();
      for (const stop of stops) stop();
    },
  };
}

interface Requester {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
}
type AnyRpc = (request: unknown, by: CallOptions) => Promise<unknown>;

const access = new Map(
  definitions.flatMap((definition) =>
    Object.entries(definition.methods).map(([name, { options }]) => {
      const rpc = `${ownerOf(definition)}.${name}`;
      const isChange = options.idempotencyLevel !== 'NO_SIDE_EFFECTS';
      return [rpc, { permission: rpcAccess(rpc, options).permission, isChange }] as const;
    }),
  ),
);

/** The clients of the BFF, each RPC wrapped. */
function eachRpc(wrap: (rpc: string, really: AnyRpc) => AnyRpc): typeof clients {
  const wrapped = Object.entries(clients).map(([service, capabilities]) => [
    service,
    Object.fromEntries(
      Object.entries(capabilities).map(([capability, rpcs]) => [
        capability,
        Object.fromEntries(
          Object.entries(rpcs as Record<string, AnyRpc>).map(([name, really]) => [
            name,
            wrap(`${service}.${name}`, really),
          ]),
        ),
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped) as typeof clients;
}
