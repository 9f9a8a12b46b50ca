import { t } from '@lingui/core/macro';
import type { CallAnswer } from '@portal/contract/call';
import { assignmentFileRefusal } from '@portal/contract/courses/assignment-file';
import type {
  getCoopersmithAssignments,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerKey, editAnswer } from '../shared/api/calls.ts';
import { KeyPerTry, withKey } from '../shared/api/client.ts';
import { useOneAtATime } from '../shared/api/one-at-a-time.ts';
import { sendFile } from '../shared/api/send-file.ts';
import { assignmentsCall, assignmentsOf } from '../shared/exams/assignments.ts';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { uploadCall } from './api.ts';
import { uploadErrorText } from './upload-error.ts';

/** A file that was chosen for an assignment. */
export interface Chosen {
  file: File;
  /** Upload progress, from 0 to 1; null: not being uploaded. */
  share: number | null;
  /** Why it cannot be sent, or was not taken. */
  error: string | null;
  /** It would never be taken. */
  isRefused: boolean;
}

type List = CallAnswer<typeof getCoopersmithAssignments>;
type Uploaded = CallAnswer<typeof uploadCoopersmithAssignment>['uploadResponse'];

/** The list in view says at once which files the vendor has. */
function noteUploaded(client: QueryClient, exam: Exam, uploaded: Uploaded): void {
  const now = new Map(uploaded.map((one) => [one.studentAssignmentID, one]));
  editAnswer<List>(client, answerKey(assignmentsCall, assignmentsOf(exam)), (known) => ({
    assignments: known.assignments.map((one) => {
      const { studentAssignmentUploaded, studentAssignmentUploadedDate } =
        now.get(one.studentAssignmentId) ?? one;
      return { ...one, studentAssignmentUploaded, studentAssignmentUploadedDate };
    }),
  }));
}

/** Files by assignment: chosen, sent one after the other, kept until the vendor has them. */
export function useUploads(exam: Exam) {
  const client = useQueryClient();
  const rows = useExamRows();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map());
  const [sent, setSent] = useState<readonly number[]>([]);
  const [running, setRunning] = useState<AbortController | null>(null);
  const keys = useRef(new Map<number, KeyPerTry>());
  useEffect(() => () => running?.abort(), [running]);

  const keysOf = (id: number): KeyPerTry => {
    const found = keys.current.get(id) ?? new KeyPerTry();
    keys.current.set(id, found);
    return found;
  };
  const put = (id: number, one: Chosen | null) =>
    setChosen((before) => {
      const after = new Map(before);
      if (one === null) after.delete(id);
      else after.set(id, one);
      return after;
    });

  const sendOne = async (id: number, file: File, signal: AbortSignal): Promise<void> => {
    const onTheWay = (share: number) => put(id, { file, share, error: null, isRefused: false });
    onTheWay(0);
    const regId = exam.registration_id ?? 0;
    try {
      const { uploadResponse } = await withKey(
        keysOf(id),
        `${regId} ${id} ${file.name} ${file.size} ${file.lastModified}`,
        (key) =>
          sendFile(
            uploadCall,
            { regId, studentAssignmentId: id },
            { field: 'assignment', file, key, signal, onProgress: onTheWay },
          ),
      );
      noteUploaded(client, exam, uploadResponse);
      put(id, null);
      setSent((before) => [...before, id]);
    } catch (error) {
      put(id, {
        file,
        share: null,
        error: signal.aborted ? null : uploadErrorText(error),
        isRefused: false,
      });
    }
  };

  const sendAll = useOneAtATime(async () => {
    const stop = new AbortController();
    setRunning(stop);
    for (const [id, { file, isRefused }] of chosen)
      if (!isRefused && !stop.signal.aborted) await sendOne(id, file, stop.signal);
    setRunning(null);
    rows.reload();
  });

  return {
    chosen,
    /** Assignments uploaded since the dialog opened, in order. */
    sent,
    busy: running !== null,
    canSend: running === null && [...chosen.values()].some(({ isRefused }) => !isRefused),
    choose: (id: number, files: readonly File[]) => {
      const [file] = files;
      if (file === undefined) return;
      const error =
        files.length > 1
          ? t`Please choose one file for each assignment.`
          : assignmentFileRefusal(file);
      setSent((before) => before.filter((one) => one !== id));
      put(id, { file, share: null, error, isRefused: error !== null });
    },
    remove: (id: number) => put(id, null),
    /** Sends the chosen files; files that fail stay in the list, to be sent again. */
    sendAll,
    stop: () => running?.abort(),
  };
}
