import { expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import type { Response } from 'express';
import { sendProblem } from './problem.ts';

test('what nobody expected is logged by where it came from and under the id of the request, without its words', () => {
  const lines: unknown[] = [];
  const seen = Object.assign(Object.create(log), { error: (line: unknown) => lines.push(line) });
  const response = {
    locals: { requestId: 'r-1' },
    status: () => response,
    set: () => response,
    end: () => response,
  };
  sendProblem(
    response as unknown as Response,
    new TypeError('dana@student.test is no function'),
    seen,
  );
  expect(lines).toEqual([
    {
      requestId: 'r-1',
      error: { type: 'TypeError', stack: expect.stringContaining('problem.test.ts') },
    },
  ]);
});
