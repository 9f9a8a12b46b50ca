import type { Call } from '@portal/kit/commands/command';
import { errorsOf } from '@portal/kit/errors';
import type { RpcSet } from '@portal/kit/grpc/rpc';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { registrationErrors } from '@portal/proto/errors/registration';
import {
  type CheckSchoolExamsRequest,
  type ConfirmSchoolExamsRequest,
  type DropSchoolExamsRequest,
  SchoolRegistrationsServiceDefinition,
} from '@portal/proto/registration/v1/school_registrations';
import { ofStudents } from './of-students.ts';

/** registration in memory: pending and confirmed registrations. */
export class RegistrationStandIn {
  readonly sessions = new Map<
    number,
    { schoolId: number; gender: string; startsAt: Date; closed: boolean }
  >();
  readonly registrations = new Map<
    number,
    { studentId: number; examId: number; sessionId: number; state: string }
  >();
  /** Why an exam is refused, by exam. */
  readonly refusals = new Map<number, string>();
  /** Exams that are withdrawn before they are confirmed. */
  readonly withdrawn = new Set<number>();
  /** The next confirmations to be refused as a whole, as only a bug does. */
  refusesToConfirm = 0;
  readonly confirmed: ConfirmSchoolExamsRequest[] = [];
  #answers = new Map<string, unknown>();
  #lastId = 70_000;

  #once<T>({ key }: Call, work: () => T): T {
    if (!this.#answers.has(key as string)) this.#answers.set(key as string, work());
    return this.#answers.get(key as string) as T;
  }
  #of(studentId: number, examId: number, sessionId: number, state: string) {
    return [...this.registrations.values()].some(
      (one) =>
        one.studentId === studentId &&
        one.examId === examId &&
        one.sessionId === sessionId &&
        one.state === state,
    );
  }
  #sitting = (sessionIds: readonly number[]) =>
    [...this.registrations]
      .filter(([, one]) => sessionIds.includes(one.sessionId) && one.state === 'scheduled')
      .map(([registrationId, { studentId, examId, sessionId }]) => ({
        registrationId,
        sessionId,
        studentId,
        examId,
        lastName: 'Gold',
        firstName: 'Dina',
      }));
  states = (studentId: number): string[] =>
    [...this.registrations.values()]
      .filter((one) => one.studentId === studentId)
      .map(({ state }) => state);

  set(): RpcSet {
    return standIn(SchoolRegistrationsServiceDefinition, {
      readSchoolSession: async ({
        sessionId,
        studentIds,
        examIds,
      }: {
        sessionId: number;
        studentIds: number[];
        examIds: number[];
      }) => ({
        ...this.sessions.get(sessionId),
        exams: studentIds.flatMap((studentId) =>
          examIds
            .filter((examId) => this.#of(studentId, examId, sessionId, 'scheduled'))
            .map((examId) => ({ studentId, examId, isInSession: true })),
        ),
      }),
      checkSchoolExamsOfStudents: ofStudents(
        async ({ studentId, sessionId, examIds }: CheckSchoolExamsRequest, call) =>
          this.#once(call, () => ({
            exams: examIds.map((examId) => {
              if (this.#of(studentId, examId, sessionId, 'scheduled'))
                return { examId, isInSession: true };
              const refusal = this.refusals.get(examId);
              if (refusal) return { examId, refusal };
              this.#lastId += 1;
              this.registrations.set(this.#lastId, {
                studentId,
                examId,
                sessionId,
                state: 'pending',
              });
              return { examId, registrationId: this.#lastId };
            }),
          })),
      ),
      confirmSchoolExamsOfStudents: ofStudents(async (request: ConfirmSchoolExamsRequest, call) => {
        if (this.refusesToConfirm-- > 0)
          throw errorsOf(registrationErrors)(
            'registration_closed',
            registrationErrors.registration_closed.detail[0],
          );
        return this.#once(call, () => {
          this.confirmed.push(request);
          return {
            exams: request.exams.map(({ registrationId }) => {
              const one = this.registrations.get(registrationId);
              const confirmed = one?.state === 'pending' && !this.withdrawn.has(one.examId);
              if (one) one.state = confirmed ? 'scheduled' : 'dropped';
              return { registrationId, confirmed };
            }),
          };
        });
      }),
      dropSchoolExams: async ({ registrationIds }: DropSchoolExamsRequest) => {
        for (const id of registrationIds) {
          const one = this.registrations.get(id);
          if (one?.state === 'pending') one.state = 'dropped';
        }
        return {};
      },
      listSessionStudents: async ({ sessionId }: { sessionId: number }) => ({
        students: this.#sitting([sessionId]),
      }),
      listSchoolSittings: async ({ schoolId }: { schoolId: number }) => {
        const own = [...this.sessions].filter(([, session]) => session.schoolId === schoolId);
        return {
          sessions: own.map(([id, session]) => ({ session: { id, ...session } })),
          students: this.#sitting(own.map(([id]) => id)),
        };
      },
    });
  }
}
