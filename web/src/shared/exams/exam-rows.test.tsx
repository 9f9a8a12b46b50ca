import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { answerKey } from '../api/calls.ts';
import { examsCall, useExamRows } from './exam-rows.ts';

const exam = (proctor_reserved: boolean) => ({ id: 7, proctor_reserved }) as Exam;
const listOf = (...exams: Exam[]) => ({ exams, memberHasntRegistered2years: false });

test('a list requested before a change does not revert it', async () => {
  const client = new QueryClient();
  const key = answerKey(examsCall, {});
  const requests: PromiseWithResolvers<ReturnType<typeof listOf>>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<ReturnType<typeof listOf>>();
    requests.push(answer);
    return answer.promise;
  };
  const { result } = renderHook(
    () => ({
      list: useQuery({ queryKey: key, queryFn: ask, initialData: listOf(exam(false)) }),
      rows: useExamRows(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  expect(requests).toHaveLength(1);
  act(() => result.current.rows.put(exam(true)));
  await waitFor(() => expect(requests).toHaveLength(2));
  await act(async () => requests[0]?.resolve(listOf(exam(false))));
  expect(result.current.list.data.exams).toEqual([exam(true)]);
  await act(async () => requests[1]?.resolve(listOf(exam(true))));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(result.current.list.data.exams).toEqual([exam(true)]);
});
