import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import grpc from '@grpc/grpc-js';
import { Refusal } from '@portal/proto/kit/v1/refusal';
import { Histogram } from 'prom-client';
import { notAllowed } from '../auth/actor.ts';
import { actorVerifier } from '../auth/actor-token.ts';
import { type MethodOptions, rpcAccess } from '../auth/rpc-access.ts';
import type { PublicKey } from '../auth/token-keys.ts';
import {
  checkSubject,
  type FindSubject,
  mayCall,
  needsSubject,
  withStudent,
} from '../commands/authorize.ts';
import type { Call } from '../commands/command.ts';
import { type Database, isOverdue, isUnavailable, isUnreachable } from '../database/database.ts';
import { DomainError, malformed, type RefusalStatus, unavailable } from '../errors.ts';
import { log } from '../observability/log.ts';
import { newRequestId, withRequestId } from '../observability/request-id.ts';
import { refusalMessage } from './refusal.ts';

/** A message type as ts-proto generates it. */
export interface MessageType<T> {
  encode(message: T, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number): T;
  // biome-ignore lint/suspicious/noExplicitAny: each generated file has a DeepPartial of its own
  fromPartial(object: any): T;
}
export interface MethodDefinition {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: Req and Res below infer the types of a method
  requestType: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  responseType: any;
  options: MethodOptions & {
    readonly idempotencyLevel?: 'IDEMPOTENT' | 'NO_SIDE_EFFECTS' | undefined;
  };
}
/** A service as ts-proto's generic-definitions write it. */
export interface ServiceDefinition {
  fullName: string;
  /** The service, where several serve it (shared-contracts.ts). */
  servedBy?: string;
  /**
   * The same RPCs by their name of the last release, with equal messages. Servers answer both
   * names; clients use the old one at a replica that does not know the new one.
   */
  predecessor?: ServiceDefinition;
  methods: Record<string, MethodDefinition>;
}
export type Req<M extends MethodDefinition> = M['requestType'] extends {
  decode(...args: never[]): infer T;
}
  ? T
  : never;
export type Res<M extends MethodDefinition> = M['responseType'] extends {
  decode(...args: never[]): infer T;
}
  ? T
  : never;
/** A message with every field that has an empty value left out if one likes. */
export type Part<T> = T extends Date | Uint8Array | string | number | boolean | undefined
  ? T
  : T extends (infer E)[]
    ? Part<E>[]
    : T extends object
      ? { [K in keyof T]?: Part<T[K]> | undefined }
      : T;

type Handlers<D extends ServiceDefinition> = {
  [M in keyof D['methods']]: {
    handle: (request: Req<D['methods'][M]>, call: Call) => Promise<Part<Res<D['methods'][M]>>>;
    /** Finds the student whom a request is about where staff name none, by another id. */
    studentOf?: (request: Req<D['methods'][M]>, call: Call) => Promise<number>;
  };
};
/** A service's RPCs bound to their handlers; their protos name the permitted callers. */
export interface RpcSet {
  definition: ServiceDefinition;
  handlers: Record<
    string,
    {
      handle: (request: never, call: Call) => Promise<unknown>;
      studentOf?: (request: never, call: Call) => Promise<number>;
    }
  >;
}
/** Binds the RPCs of a service to their handlers. */
export function rpcs<D extends ServiceDefinition>(definition: D, handlers: Handlers<D>): RpcSet {
  return { definition, handlers: handlers as unknown as RpcSet['handlers'] };
}

const grpcStatus: Record<RefusalStatus, grpc.status> = {
  400: grpc.status.INVALID_ARGUMENT,
  401: grpc.status.UNAUTHENTICATED,
  402: grpc.status.FAILED_PRECONDITION,
  403: grpc.status.PERMISSION_DENIED,
  404: grpc.status.NOT_FOUND,
  409: grpc.status.FAILED_PRECONDITION,
  413: grpc.status.INVALID_ARGUMENT,
  415: grpc.status.INVALID_ARGUMENT,
  422: grpc.status.INVALID_ARGUMENT,
  429: grpc.status.RESOURCE_EXHAUSTED,
  502: grpc.status.FAILED_PRECONDITION,
  // the service behind has been retried already; only an unavailable service itself is UNAVAILABLE
  503: grpc.status.FAILED_PRECONDITION,
};

/** The wire form of a refusal: a gRPC status with the whole refusal in the metadata. */
function toStatus(error: DomainError): Partial<grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  metadata.set('refusal-bin', Buffer.from(Refusal.encode(refusalMessage(error)).finish()));
  return { code: grpcStatus[error.status], details: error.code, metadata };
}

const seconds = new Histogram({
  name: 'portal_rpc_seconds',
  help: 'Time of a call at the server',
  labelNames: ['rpc', 'code'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const text = (metadata: grpc.Metadata, name: string): string | undefined =>
  metadata.get(name)[0]?.toString();

/** Options with which all RPCs of a service are served. */
export interface Serving {
  db: Database;
  /** A function where they may change. */
  publicKeys: readonly PublicKey[] | (() => readonly PublicKey[]);
  clock: () => Date;
  /** Finds the student whom staff act for. */
  findSubject?: FindSubject | undefined;
}

/**
 * Adds the RPCs of a service to its server, by their name of the last release too: checks actor,
 * permission, key and subject, then hands over. Throws where an RPC has no handler, or where its
 * proto does not say who may call it.
 */
export function addRpcs(
  server: grpc.Server,
  { definition, handlers }: RpcSet,
  serving: Serving,
): void {
  const { db, publicKeys, clock, findSubject } = serving;
  const { predecessor } = definition;
  if (predecessor) addRpcs(server, { definition: predecessor, handlers }, serving);
  const verify = actorVerifier(publicKeys, ownerOf(definition));
  const serviceDefinition: Record<string, grpc.MethodDefinition<unknown, unknown>> = {};
  const implementation: Record<string, grpc.handleUnaryCall<unknown, unknown>> = {};
  for (const [name, method] of Object.entries(definition.methods)) {
    const bound = handlers[name];
    if (!bound) throw new Error(`${definition.fullName}.${name} has no handler`);
    const access = rpcAccess(`${definition.fullName}.${name}`, method.options);
    if (needsSubject(access) && !findSubject)
      throw new Error(`${definition.fullName}.${name} needs findSubject of its service`);
    const isQuery = method.options.idempotencyLevel === 'NO_SIDE_EFFECTS';
    serviceDefinition[name] = methodOf(definition, method);
    implementation[name] = (incoming, answer) => {
      const started = performance.now();
      const rpc = `${definition.fullName}/${method.name}`;
      const now = clock();
      const requestId = text(incoming.metadata, 'request-id') || newRequestId();
      const work = async () => {
        const actor = await verify(text(incoming.metadata, 'actor'));
        if (!mayCall(actor, access)) throw notAllowed();
        const key = text(incoming.metadata, 'key') ?? null;
        if (!isQuery && key === null)
          throw malformed('key_missing', 'A change needs an idempotency key.');
        const origin = text(incoming.metadata, 'origin');
        const call = await withStudent(
          { db, actor, key: isQuery ? null : key, now, requestId, origin },
          bound.studentOf && ((by) => bound.studentOf?.(incoming.request as never, by)),
        );
        await checkSubject(call, access, findSubject);
        return bound.handle(incoming.request as never, call);
      };
      withRequestId(requestId, work).then(
        (response) => {
          seconds.observe({ rpc, code: 'ok' }, (performance.now() - started) / 1000);
          answer(null, method.responseType.fromPartial(response ?? {}));
        },
        (error: unknown) => {
          const isBeyondUs = isUnavailable(error) || isOverdue(error);
          const refusal = error instanceof DomainError ? error : isBeyondUs ? unavailable() : null;
          seconds.observe(
            { rpc, code: refusal?.code ?? 'bug' },
            (performance.now() - started) / 1000,
          );
          // a lock, a full disk or a slow statement is not over at once: only the person asks again
          const isWorthRepeating = isUnreachable(error);
          if (isBeyondUs && !isWorthRepeating)
            log.warn({ err: error, rpc, requestId }, 'database cannot do this now');
          if (refusal)
            return answer({
              ...toStatus(refusal),
              ...(isWorthRepeating ? { code: grpc.status.UNAVAILABLE } : {}),
            });
          log.error({ err: error, rpc, requestId }, 'call failed');
          answer({ code: grpc.status.INTERNAL, details: 'internal' });
        },
      );
    };
  }
  server.addService(
    serviceDefinition as unknown as grpc.ServiceDefinition,
    implementation as unknown as grpc.UntypedServiceImplementation,
  );
}

/**
 * Returns the service that serves these RPCs: the first word of its proto package, unless it is
 * shared. Throws where a shared one does not say who serves it.
 */
export function ownerOf({ fullName, servedBy }: ServiceDefinition): string {
  const owner = servedBy ?? (fullName.split('.')[0] as string);
  if (owner === 'portal') throw new Error(`${fullName} does not say which service serves it`);
  return owner;
}

/** A method as grpc-js wants it, from the generated definition. */
export function methodOf(
  definition: ServiceDefinition,
  method: MethodDefinition,
): grpc.MethodDefinition<unknown, unknown> {
  const request = method.requestType as MessageType<unknown>;
  const response = method.responseType as MessageType<unknown>;
  return {
    path: `/${definition.fullName}/${method.name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (message) => Buffer.from(request.encode(message).finish()),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (message) => Buffer.from(response.encode(message).finish()),
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}
