import { scopeOf } from '@portal/access/can';
import type { CallInput } from '@portal/contract/call';
import type { getExamRegistrations, RegistrationReportRow } from '@portal/contract/sessions/report';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerKey } from '../shared/api/calls.ts';
import { api, type CallFailure } from '../shared/api/client.ts';
import { readFile, readRows } from '../shared/api/read-stream.ts';
import { readSession } from '../shared/session/session.ts';
import { saveFile } from '../shared/table/csv.ts';

export type { RegistrationReportRow };
export type ReportQuestion = CallInput<typeof getExamRegistrations>;

const reportCall = api.getExamRegistrations;

/** Whether the person asks about every school. */
export const asksOfAll = (): boolean => scopeOf(readSession(), 'report.read') === 'any';

/** The rows of a report, null until one is requested; `soFar`: the number of rows received. */
export function useReport(question: ReportQuestion | null) {
  const [soFar, setSoFar] = useState(0);
  const report = useQuery<RegistrationReportRow[], CallFailure>({
    queryKey: answerKey(reportCall, question ?? {}),
    queryFn: ({ signal }) => {
      setSoFar(0);
      return readRows<RegistrationReportRow, typeof getExamRegistrations>(
        reportCall,
        question as ReportQuestion,
        { signal, onProgress: ({ rows }) => setSoFar(rows) },
      );
    },
    enabled: question !== null,
    // a hundred thousand rows load on a button, and stay cached only while they are shown
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  return { ...report, soFar };
}

/** Downloads the file of a report; `bytes` counts the bytes received so far. */
export function useExport() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = async (question: ReportQuestion) => {
    setFailure(null);
    setBytes(0);
    try {
      const { name, content } = await readFile(
        reportCall,
        { ...question, format: 'xlsx' },
        { onProgress: (so) => setBytes(so.bytes) },
      );
      saveFile(name, content);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBytes(null);
    }
  };
  return { bytes, failure, save };
}
