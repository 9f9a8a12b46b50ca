import { can, NOBODY } from '@portal/access/can';
import type { CallSpec } from '@portal/contract/call';
import { notAllowed } from '@portal/kit/auth/actor';
import type * as z from 'zod';
import { clients } from '../clients.ts';
import type { Session } from '../http/session/sessions.ts';
import { aStaffSession, aStudentSession, type FakeServices } from './portal.ts';
import { catalogOf } from './records.ts';

const refuse = () => {
  throw notAllowed();
};
const refusing: FakeServices = Object.fromEntries(
  Object.entries(clients).map(([service, capabilities]) => [
    service,
    Object.fromEntries(
      Object.entries(capabilities).map(([name, rpcs]) => [
        name,
        Object.fromEntries(Object.keys(rpcs).map((rpc) => [rpc, refuse])),
      ]),
    ),
  ]),
);

/** Services that find nothing but the catalogue. */
export const refusingServices: FakeServices = {
  ...refusing,
  catalog: { ...refusing['catalog'], ...catalogOf() },
};

export const student = aStudentSession(12);
export const staff = aStaffSession('ROLE_SUPER_ADMIN', 'ROLE_ADVISOR_ADMIN', 'ROLE_TECH_SUPPORT');

/** Returns the session of a user who may make the call. */
export const whoMay = ({ permission }: CallSpec): Session =>
  can(student, permission) || can(NOBODY, permission) ? student : staff;

/** The names of the fields of a body or a query. */
export const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
