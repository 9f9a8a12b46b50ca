import { setForFile } from '@portal/kit/testing/after-test';
import {
  type FaultChoice,
  type SandboxProcess,
  startSandbox,
} from '@portal/kit/testing/processes/sandbox-process';

export interface TestProgram {
  programId: number;
  name: string;
  price: number;
  firstPart: number;
  year?: number;
  woodmontOnly?: boolean;
  refundable?: boolean;
  notRefundableText?: string;
}
export interface TestStudent {
  first?: string;
  email?: string;
  collegeId?: number;
  dob?: string | null;
  programs?: TestProgram[];
}
/** A student of TTI as it answers. */
export interface AtTti {
  member: boolean;
  payments: {
    studentPaymentId: number;
    amount: number;
    paymentGateway: string;
    paymentMethodType: string;
    reference: string;
  }[];
  programs: { studentProgramId: number; programId: number; active: boolean }[];
  paymentMethod: { paymentMethodType: string; last4: string; paymentGateway: string } | null;
}

/** TTI, played by the partner sandbox. */
export interface Tti extends Pick<SandboxProcess, 'heal' | 'stop'> {
  aStudent: (student?: TestStudent) => Promise<string>;
  student: (id: string) => Promise<AtTti>;
  fault: (mode: string, more?: FaultChoice) => Promise<void>;
  /** Method and path of every call that changed something, in order. */
  changes: (id: string) => Promise<string[]>;
}

export async function startTti(): Promise<Tti> {
  const sandbox = await startSandbox();
  setForFile({ TTI_URL: `${sandbox.url}/tti` });
  let next = 0;
  return {
    ...sandbox,
    aStudent: async (student = {}) => {
      next += 1;
      const person = {
        first: 'Rivka',
        last: 'Stern',
        email: `tti${next}@student.test`,
        dob: '2004-02-03',
        last4ssn: String(3000 + next),
        gender: '2',
      };
      const programs = student.programs ?? [aProgram()];
      const sent = { reference: `t-${next}`, ...person, ...student, programs };
      return (await sandbox.send<{ studentId: string }>('POST', '/tti/students', sent)).studentId;
    },
    student: (id) => sandbox.read(`/tti/students/${id}`),
    fault: (mode, more) => sandbox.fault('tti', mode, more),
    changes: async (id) => {
      const ofStudent = (await sandbox.journal('tti')).filter(
        ({ operation }) => operation.includes(`/students/${id}/`) && !operation.startsWith('GET'),
      );
      return ofStudent.map(({ operation }) => operation.split(`/students/${id}/`)[1] as string);
    },
  };
}

export const aProgram = (more: Partial<TestProgram> = {}): TestProgram => ({
  programId: 12,
  name: 'Year in Israel',
  year: 2026,
  price: 1200,
  firstPart: 600,
  ...more,
});
