import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import type { Response } from 'express';
import { sendProblem } from './problem.ts';

test('an unexpected error is logged by origin and request id, without its text', () => {
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

test.each([
  { isFinal: true, final: true },
  { isFinal: undefined, final: undefined },
] as const)(
  'a failure of a partner says whether it is the answer for good: $final',
  ({ isFinal, final }) => {
    let body = '';
    const response = {
      locals: {},
      status: () => response,
      set: () => response,
      end: (text: string) => {
        body = text;
        return response;
      },
    };
    const failure = new DomainError(502, 'proctor_failed', '', isFinal ? { isFinal } : {});
    sendProblem(response as unknown as Response, failure, log);
    expect(JSON.parse(body).final).toBe(final);
  },
);
