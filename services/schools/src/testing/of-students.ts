import type { Call } from '@portal/kit/commands/command';
import { callsOf } from '@portal/kit/commands/commands-together';
import { DomainError } from '@portal/kit/errors';
import { outcomeMessage } from '@portal/kit/grpc/refusal';

/** Answers for each of several students what would be answered to one, refusals too. */
export const ofStudents =
  <R extends { studentId: number }>(ofOne: (order: R, call: Call) => Promise<object>) =>
  async ({ students }: { students: { key: string; order?: R }[] }, call: Call) => {
    const outcomes = callsOf(call, students, (order: R) => order).map(({ call: own, input }) =>
      ofOne(input, own).catch((error: unknown) => {
        if (error instanceof DomainError && !error.isTransient) return error;
        throw error;
      }),
    );
    return { students: (await Promise.all(outcomes)).map(outcomeMessage) };
  };
