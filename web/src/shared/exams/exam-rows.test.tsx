import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { answerKey } from '../api/calls.ts';
import { examsCall, useExamRows } from './exam-rows.ts';

const exam = (proctor_reserved: boolean) => ({ id: 7, proctor_reserved }) as Exam;
const listOf = (...exams: Exam[]) => ({ exams, memberHasntRegistered2years: false });

test('a list that was asked for before a change does not take it back', async () => {
  const client = new QueryClient();
  const key = answerKey(examsCall, {});
  const asked: PromiseWithResolvers<ReturnType<typeof listOf>>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<ReturnType<typeof listOf>>();
    asked.push(answer);
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
  expect(asked).toHaveLength(1);
  act(() => result.current.rows.put(exam(true)));
  await waitFor(() => expect(asked).toHaveLength(2));
  await act(async () => asked[0]?.resolve(listOf(exam(false))));
  expect(result.current.list.data.exams).toEqual([exam(true)]);
  await act(async () => asked[1]?.resolve(listOf(exam(true))));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(result.current.list.data.exams).toEqual([exam(true)]);
});
