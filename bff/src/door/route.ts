import type { CallAccepted, CallChecked, CallSpec } from '@portal/contract/call';
import type { By } from '@portal/kit/client';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { Parts } from '../parts.ts';
import type { Prepared } from './prepared.ts';
import type { Session } from './sessions.ts';
import type { TryLimit } from './tries.ts';
import type { UploadedFile } from './uploaded-file.ts';

type SessionOf<Spec> = Spec extends { access: readonly (infer Key)[] } ? ('public' extends Key ? Session | null : Session) : Session;
type StudentOf<Spec> = Spec extends { onStudent: true } ? number : undefined;

type FileOf<Spec> = Spec extends { upload: object } ? UploadedFile : undefined;

/** What a call asks for, once the door has let it in. */
export interface Asked<Spec extends CallSpec = CallSpec> {
  input: CallChecked<Spec>;
  /** Who is asking; null only in calls that are open to everybody: for who is not signed in, or has no part of their own in the call. */
  session: SessionOf<Spec>;
  /** The student that the call acts on. */
  student: StudentOf<Spec>;
  /** For whom the services are asked, and under which key. */
  by: By;
  /** The caller's network address, for counting tries. */
  address: string;
  /** The file of a call that takes one, looked into. */
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

/** A call bound to what it does. */
export interface Route<Spec extends CallSpec = CallSpec> {
  call: Spec;
  handle: (asked: Asked<Spec>, parts: Parts) => Promise<z.output<Spec['answer']> | Accepted<CallAccepted<Spec>> | Prepared>;
  /** Failed tries that are counted, and how many there may be. */
  limit?: (asked: Asked<Spec>) => TryLimit;
}

/** Binds a call of the contract to what it does. */
export const route = <const Spec extends CallSpec>(call: Spec, handle: Route<Spec>['handle'], limit?: Route<Spec>['limit']): Route =>
  ({ call, handle, ...(limit ? { limit } : {}) }) as unknown as Route;
