import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { steadyNow } from '@portal/kit/steady-clock';
import { setForFile } from '@portal/kit/testing/after-test';

interface Course {
  reference: string;
  assignments: {
    studentAssignmentId: number;
    name: string;
    uploaded: boolean;
    uploadedAt: string | null;
    graded: boolean;
  }[];
}

/** Coopersmith in memory. */
export class Coopersmith {
  readonly students = new Map<string, string>();
  readonly courses = new Map<string, Course>();
  readonly files: { id: number; name: string; text: string }[] = [];
  fails: 'status' | 'json' | 'long' | null = null;
  /** Accepts files but drops the responses. */
  isLosingAnswers = false;
  perCourse = 2;
  server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const respond = (status: number, answer: unknown) =>
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify(answer));
        if (this.fails === 'status') return void respond(500, {});
        if (this.fails === 'json') return void response.writeHead(200).end('{"assignments": 7');
        if (this.fails === 'long')
          return void respond(422, { error: { message: 'x'.repeat(15_000) } });
        void this.answer(
          request.url ?? '',
          Buffer.concat(parts),
          request.headers['content-type'] ?? '',
        ).then(({ status, answer }) => respond(status, answer));
      });
    });
    await new Promise<void>((ready) => this.server?.listen(0, '127.0.0.1', ready));
    const { port } = this.server.address() as AddressInfo;
    setForFile({ COOPERSMITH_URL: `http://127.0.0.1:${port}/coopersmith` });
  }

  private async answer(
    url: string,
    body: Buffer,
    type: string,
  ): Promise<{ status: number; answer: unknown }> {
    const [, , , , what, id] = url.split('/');
    if (what === undefined) {
      const { reference } = JSON.parse(body.toString()) as { reference: string };
      if (!this.students.has(reference))
        this.students.set(reference, `CCC-${this.students.size + 1}`);
      return { status: 201, answer: { studentId: this.students.get(reference) } };
    }
    if (what === 'courses') {
      const { reference } = JSON.parse(body.toString()) as { reference: string };
      const first = this.courses.size * 100 + 1;
      const assignments = Array.from({ length: this.perCourse }, (_, index) => ({
        studentAssignmentId: first + index,
        name: `Essay ${index + 1}`,
        uploaded: false,
        uploadedAt: null,
        graded: false,
      }));
      if (!this.courses.has(reference)) this.courses.set(reference, { reference, assignments });
      return { status: 200, answer: this.courses.get(reference) };
    }
    const course = [...this.courses.values()].find(({ assignments }) =>
      assignments.some((one) => one.studentAssignmentId === Number(id)),
    );
    const assignment = course?.assignments.find((one) => one.studentAssignmentId === Number(id));
    if (!assignment) return { status: 404, answer: {} };
    if (assignment.graded) return { status: 409, answer: { error: { message: 'It was graded.' } } };
    const file = (
      await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    ).get('file') as File;
    this.files.push({ id: Number(id), name: file.name, text: await file.text() });
    Object.assign(assignment, { uploaded: true, uploadedAt: steadyNow().toISOString() });
    if (this.isLosingAnswers) return { status: 500, answer: {} };
    return { status: 200, answer: course };
  }
}
