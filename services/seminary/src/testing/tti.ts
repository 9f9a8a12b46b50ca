import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@portal/kit/testing';

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
  payments: { studentPaymentId: number; amount: number; paymentGateway: string; paymentMethodType: string; reference: string }[];
  programs: { studentProgramId: number; programId: number; active: boolean }[];
  paymentMethod: { paymentMethodType: string; last4: string; paymentGateway: string } | null;
}

/** The real partner sandbox as a process of its own: TTI as it is outside. */
export interface Tti {
  aStudent: (student?: TestStudent) => Promise<string>;
  student: (id: string) => Promise<AtTti>;
  fault: (mode: string, more?: { count?: number; operation?: string; ms?: number }) => Promise<void>;
  heal: () => Promise<void>;
  /** Method and path of every call that changed something, in order. */
  told: (id: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

export async function startTti(): Promise<Tti> {
  const folder = mkdtempSync(join(tmpdir(), 'seminary-sandbox-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = fileURLToPath(new URL('../../../../scripts/sandbox/main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, SANDBOX_PORT: String(port), DATA_DIR: folder, HOST: '127.0.0.1' };
  const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  await eventually(isUp, Boolean);
  process.env.TTI_URL = `${url}/tti`;
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(url + path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${answer.status}`);
    return (await answer.json()) as { studentId: string };
  };
  let next = 0;
  return {
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
      return (await send('POST', '/tti/students', { reference: `t-${next}`, ...person, ...student, programs })).studentId;
    },
    student: async (id) => (await (await fetch(`${url}/tti/students/${id}`)).json()) as AtTti,
    fault: async (mode, more = {}) => void (await send('PUT', '/__faults', { partner: 'tti', mode, ...more })),
    heal: async () => void (await fetch(`${url}/__faults`, { method: 'DELETE' })),
    told: async (id) => {
      const journal = (await (await fetch(`${url}/__journal?partner=tti`)).json()) as { operation: string; fault?: string }[];
      const ofStudent = journal.filter(({ operation }) => operation.includes(`/students/${id}/`) && !operation.startsWith('GET'));
      return ofStudent.map(({ operation }) => operation.split(`/students/${id}/`)[1] as string);
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
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
