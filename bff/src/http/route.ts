import type { SignedInPermission } from '@portal/access/permissions';
import type { CallAccepted, CallChecked, CallSpec } from '@portal/contract/call';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { AppContext } from '../app-context.ts';
import type { Streamed } from './files/streamed.ts';
import type { UploadedFile } from './input/uploaded-file.ts';
import type { Prepared } from './prepared.ts';
import type { TryLimit } from './rate-limits/attempts.ts';
import type { Login } from './session/known-browsers.ts';
import type { Session } from './session/sessions.ts';

type SessionOf<Spec> = Spec extends { permission: SignedInPermission } ? Session : Session | null;
type StudentOf<Spec> = Spec extends { studentOptional: true }
  ? number | undefined
  : Spec extends { onStudent: true }
    ? number
    : undefined;

type FileOf<Spec> = Spec extends { upload: { optional: true } }
  ? UploadedFile | null
  : Spec extends { upload: object }
    ? UploadedFile
    : undefined;

/** The input of a call, once the caller is authorized. */
export interface RequestContext<Spec extends CallSpec = CallSpec> {
  input: CallChecked<Spec>;
  /**
   * The session of the caller; null only in calls that are open to everyone, for a caller without a
   * session or with one of no role in the call.
   */
  session: SessionOf<Spec>;
  /** The student that the call acts on. */
  student: StudentOf<Spec>;
  /** The caller and the key for calls to the services. */
  by: CallOptions;
  /** The caller's network address, for counting tries. */
  address: string;
  /** The file of a call that takes one, looked into; null: it came without one, as it may. */
  file: FileOf<Spec>;
  request: Request;
  response: Response;
}

/** An answer with 202 and the body that the call declares as `accepted`. */
export class Accepted<Body = unknown> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** A call bound to its handler. */
export interface Route<Spec extends CallSpec = CallSpec> {
  call: Spec;
  handle: (
    request: RequestContext<Spec>,
    context: AppContext,
  ) => Promise<z.output<Spec['answer']> | Accepted<CallAccepted<Spec>> | Prepared | Streamed>;
  /** Failed tries that are counted, and how many there may be. */
  limit?: (input: RequestContext<Spec>, context: AppContext) => TryLimit;
  /** Of a call that signs in: as whom. */
  login?: (query: RequestContext<Spec>) => Login;
}

/** Binds a call of the contract to its handler. */
export const route = <const Spec extends CallSpec>(
  call: Spec,
  handle: Route<Spec>['handle'],
  limit?: Route<Spec>['limit'],
  login?: Route<Spec>['login'],
): Route =>
  ({ call, handle, ...(limit ? { limit } : {}), ...(login ? { login } : {}) }) as unknown as Route;

/** The path of a call as the router sees it that is mounted at /api. */
export const belowApi = (path: CallSpec['path']): string => path.slice('/api'.length);
