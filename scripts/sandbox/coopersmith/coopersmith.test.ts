import { describe, expect, test } from '@jest/globals';
import { sandbox, withSandbox } from '../testing/with-sandbox.ts';

withSandbox();

describe('Coopersmith', () => {
  test('assignments are uploaded, replaced until graded, and their files not kept', async () => {
    const { studentId } = (
      await sandbox.call('POST', '/coopersmith/students', {
        reference: 's-1',
        firstName: 'Miri',
        lastName: 'Katz',
        email: 'm@student.test',
      })
    ).body;
    const course = (
      await sandbox.call('POST', `/coopersmith/students/${studentId}/courses`, {
        reference: 'r-1',
        courseCode: 'CCC-1',
        subject: 'Ethics',
      })
    ).body;
    const id = course.assignments[0].studentAssignmentId as number;
    const form = new FormData();
    form.set('file', new Blob(['an essay']), 'essay.txt');
    const upload = () =>
      fetch(`${sandbox.url}/coopersmith/students/${studentId}/assignments/${id}`, {
        method: 'POST',
        body: form,
      });
    expect(await (await upload()).json()).toMatchObject({
      assignments: [{ uploaded: true, file: { name: 'essay.txt', bytes: 8 } }, { uploaded: false }],
    });
    await sandbox.call('PUT', '/__coopersmith/grades', {
      studentId,
      courseCode: 'CCC-1',
      studentAssignmentId: id,
      score: 90,
    });
    expect((await upload()).status).toBe(409);
  });

  test('the page of a course shows what was handed in, and a person grades it there', async () => {
    const { studentId } = (
      await sandbox.call('POST', '/coopersmith/students', {
        reference: 's-2',
        firstName: 'Miri',
        lastName: '<b>',
        email: 'm@student.test',
      })
    ).body;
    const course = { reference: 'r-2', courseCode: 'CCC-1', subject: 'Ethics' };
    const { enrolmentId, assignments } = (
      await sandbox.call('POST', `/coopersmith/students/${studentId}/courses`, course)
    ).body;
    const [first, second] = (assignments as { studentAssignmentId: number }[]).map(
      (one) => one.studentAssignmentId,
    );
    const play = `${sandbox.url}/coopersmith/play/${enrolmentId}`;
    const page = async () => (await fetch(play)).text();
    const typed = (path: string, form: Record<string, string>) =>
      fetch(play + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const file = new FormData();
    file.set('file', new Blob(['an essay']), 'essay.txt');
    await fetch(`${sandbox.url}/coopersmith/students/${studentId}/assignments/${first}`, {
      method: 'POST',
      body: file,
    });

    expect(await page()).toContain('essay.txt, 8 bytes');
    expect(await page()).toContain('&lt;b&gt;');
    expect((await typed(`/assignments/${second}`, { score: '90' })).status).toBe(404);
    expect((await typed(`/assignments/${first}`, { score: '101' })).status).toBe(422);
    expect((await typed(`/assignments/${first}`, { score: '90' })).status).toBe(303);
    expect(await page()).toContain('Graded, 90');
    expect((await typed('/result', { result: 'Pass', score: '' })).status).toBe(303);
    expect(
      (await sandbox.call('GET', `/coopersmith/students/${studentId}/results`)).body.results,
    ).toMatchObject([{ result: 'Pass', score: null, assignmentsOpen: 1 }]);
    expect(await (await fetch(sandbox.url)).text()).toContain(`/coopersmith/play/${enrolmentId}`);
  });
});
