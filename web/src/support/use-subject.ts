import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CatalogExam } from '../shared/exams/exam-picker.tsx';
import { useStudentById } from './api.ts';

const ID = /^[1-9]\d{0,9}$/;
const largestId = 2_147_483_647;

/** Returns the typed id; null for an invalid one. */
const idIn = (text: string): number | null =>
  ID.test(text) && Number(text) <= largestId ? Number(text) : null;

/** The student and the exam of a support card. */
export function useSubject() {
  const [typed, setTyped] = useState('');
  const [exam, setExam] = useState<CatalogExam | null>(null);
  const [settled] = useDebouncedValue(typed, 300);
  const id = idIn(settled.trim());
  const found = useStudentById(id);
  // while another id is typed, the previously found student is not used
  const isSettled = settled === typed;
  const student = isSettled && id !== null ? (found.data?.student ?? null) : null;
  return {
    typed,
    setTyped,
    exam,
    setExam,
    student,
    looking: typed.trim() !== '' && (!isSettled || found.isFetching),
    error: isSettled && typed.trim() !== '' ? errorOf(id, found.error) : null,
  };
}
export type Subject = ReturnType<typeof useSubject>;

const errorOf = (id: number | null, failure: Error | null): string | null =>
  id === null ? 'Enter the number of the student.' : (failure?.message ?? null);
