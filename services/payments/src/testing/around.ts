import type { Call } from '@portal/kit/commands/command';
import { errorsOf } from '@portal/kit/errors';
import type { RpcSet, ServiceDefinition } from '@portal/kit/grpc/rpc';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { type Package, PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { registrationErrors } from '@portal/proto/errors/registration';
import { StaffServiceDefinition } from '@portal/proto/identity/v1/staff';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';

const registrationError = errorsOf(registrationErrors);

// biome-ignore lint/suspicious/noExplicitAny: a stand-in answers only what the test needs
type Answers = Record<string, (request: any, call: Call) => unknown>;

/** Another service with answers from memory; an unexpected call fails as a bug. */
function standIn(definition: ServiceDefinition, answers: Answers): RpcSet {
  const handlers = Object.keys(definition.methods).map((name) => {
    const handle = async (request: never, call: Call) => {
      const answer = answers[name];
      if (!answer) throw new Error(`${definition.fullName}.${name} was not expected`);
      return answer(request, call);
    };
    return [name, { handle }];
  });
  return { definition, handlers: Object.fromEntries(handlers) };
}

export interface Person {
  id: number;
  membershipTypeId?: number;
  isTtiMember?: boolean;
  schoolId?: number;
  deniedRegistration?: boolean;
  buyingStopped?: boolean;
  buyingBarredUntil?: Date;
  bookingBarredUntil?: Date;
  email?: string;
  ttiStudentId?: string;
}

/** The data of the services around payments, as the test sets it. */
export interface Around {
  people: Map<number, Person>;
  exams: Map<number, { id: number; vendorId: number; credits: number }>;
  packages: Map<number, Partial<Package> & { id: number }>;
  prices: { memberCents: number; nonmemberCents: number; proctorFeeCents: number };
  schools: Map<
    number,
    { id: number; chargeSchool?: boolean; memberPriceCents?: number; nonmemberPriceCents?: number }
  >;
  programs: Map<number, { programId: number; year: number }[]>;
  registrations: { id: number; examId: number; failed: boolean }[];
  /** State of registrations, by id. */
  states: Map<number, string>;
  /** By registration id, in cents. */
  feesDue: Map<
    number,
    { proctorFeeCents: number; proctorFeeIfMovedCents: number; additionalFeeCents: number }
  >;
  /** Registrations whose due fees were requested, in order. */
  dueRequests: number[];
  closed: Set<number>;
  recorded: {
    registrationId: number;
    paymentId: number;
    proctorFeeCents: number;
    additionalFeeCents: number;
  }[];
  /** Places that were kept, in order. */
  held: { studentId: number; registrationId: number; sessionId: number }[];
  /** Sessions without a place. */
  full: Set<number>;
  /** Exams that no student may take. */
  notTakeable: Set<number>;
}

/** The services around payments, each with the variable that holds its address. */
export function aroundServices(around: Around): { variable: string; sets: RpcSet[] }[] {
  const {
    people,
    exams,
    packages,
    schools,
    programs,
    feesDue,
    dueRequests,
    closed,
    recorded,
    held,
    full,
  } = around;
  const student = ({ email, ...person }: Person) => ({
    membershipTypeId: 1,
    version: 1,
    firstName: 'Dana',
    lastName: 'Gold',
    ...(email ? { email } : {}),
    ...person,
  });
  const version = () => 1;
  const closedFee = () =>
    registrationError('registration_closed', 'This exam is cancelled or taken already.');
  return [
    {
      variable: 'IDENTITY_ADDR',
      sets: [
        standIn(StudentsServiceDefinition, {
          listStudents: ({ ids, afterId }: { ids: number[]; afterId?: number }) => ({
            students: [...people.values()]
              .filter((p) => (afterId === undefined ? ids.includes(p.id) : p.id > afterId))
              .map(student),
          }),
        }),
        standIn(StaffServiceDefinition, {
          listStaffAddresses: ({ permission }: { permission: string }) => ({
            emails:
              permission === 'reconciliation.sign' ? ['super@jse.test', 'second@jse.test'] : [],
          }),
        }),
        standIn(StudyMembersServiceDefinition, {
          findStudyMember: ({ ttiStudentId }: { ttiStudentId: string }) => {
            const person = [...people.values()].find((one) => one.ttiStudentId === ttiStudentId);
            return {
              ...(person ? { studentId: person.id } : {}),
              isMember: person !== undefined,
              emailInUse: false,
            };
          },
        }),
      ],
    },
    {
      variable: 'CATALOG_ADDR',
      sets: [
        standIn(ExamsServiceDefinition, {
          listExams: () => ({
            version: 1,
            exams: [...exams.values()].map((e) => ({ ...e, active: true, version: 1 })),
          }),
          getExams: ({ ids }: { ids: number[] }) => ({
            exams: [...exams.values()]
              .filter((e) => ids.includes(e.id))
              .map((e) => ({ ...e, active: true, version: 1 })),
          }),
        }),
        standIn(PackagesServiceDefinition, {
          listPackages: () => ({
            version: version(),
            packages: [...packages.values()].map((p) => ({
              displayName: `Package ${p.id}`,
              proctorFeeCents: 1500,
              active: true,
              ...p,
            })),
            prices: around.prices,
          }),
        }),
      ],
    },
    {
      variable: 'SCHOOLS_ADDR',
      sets: [
        standIn(SchoolsServiceDefinition, {
          listSchools: ({ ids }: { ids: number[] }) => ({
            schools: [...schools.values()]
              .filter((s) => ids.length === 0 || ids.includes(s.id))
              .map((s) => ({ version: 1, ...s })),
          }),
        }),
      ],
    },
    {
      variable: 'SEMINARY_ADDR',
      sets: [
        standIn(SeminaryStudentsServiceDefinition, {
          listStudentPrograms: (_request, call) => ({
            programs: programs.get(call.actor.studentId ?? 0) ?? [],
          }),
        }),
      ],
    },
    {
      variable: 'REGISTRATION_ADDR',
      sets: [
        standIn(RegistrationsServiceDefinition, {
          listRegistrations: () => ({ registrations: around.registrations }),
          listOfStudents: () => ({
            registrations: [...around.states].map(([id, status]) => ({ id, status })),
          }),
          listTakeableExams: ({ examIds }: { examIds: number[] }) => ({
            examIds: examIds.filter((id) => !around.notTakeable.has(id)),
          }),
          getFeesDue: ({ registrationId }: { registrationId: number }) => {
            dueRequests.push(registrationId);
            const due = feesDue.get(registrationId);
            if (!due) throw closedFee();
            return due;
          },
          recordFeesPaid: (paid: Around['recorded'][number]) => {
            if (closed.has(paid.registrationId)) throw closedFee();
            if (!recorded.some((one) => one.paymentId === paid.paymentId)) recorded.push(paid);
            feesDue.set(paid.registrationId, {
              proctorFeeCents: 0,
              proctorFeeIfMovedCents: 0,
              additionalFeeCents: 0,
            });
            return {};
          },
        }),
        standIn(SessionsServiceDefinition, {
          holdSeat: (hold: Around['held'][number], call) => {
            if (full.has(hold.sessionId)) throw registrationError('session_full');
            held.push(hold);
            return { heldUntil: new Date(call.now.getTime() + 600_000) };
          },
        }),
      ],
    },
  ];
}
