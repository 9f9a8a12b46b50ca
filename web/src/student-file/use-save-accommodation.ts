import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { saveAccommodation } from '@portal/contract/students/student-file';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answerKey } from '../shared/api/calls.ts';
import { api, type CallFailure, isRefusal, KeyPerTry, withKey } from '../shared/api/client.ts';
import { sendFile } from '../shared/api/send-file.ts';
import { fileCall, historyCall } from '../shared/api/student.ts';
import { useAbout } from '../shared/api/student-in-view.tsx';

type Input = CallInput<typeof saveAccommodation>;
interface Saving {
  input: Input;
  document: File | null;
}

/** Saves an accommodation with the paper behind it, once a try. */
export function useSaveAccommodation(
  onDone: () => void,
): UseMutationResult<CallAnswer<typeof saveAccommodation>, CallFailure, Saving> {
  const client = useQueryClient();
  const about = useAbout();
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  return useMutation<CallAnswer<typeof saveAccommodation>, CallFailure, Saving>({
    mutationFn: ({ input, document }) => {
      const request = { ...about, ...input };
      const paper = document ? `${document.name} ${document.size} ${document.lastModified}` : '';
      return withKey(tries, `${paper} ${JSON.stringify(request)}`, (key) =>
        sendFile(api.saveAccommodation, request, {
          field: 'document',
          file: document,
          key,
          signal: new AbortController().signal,
          onProgress: () => {},
        }),
      );
    },
    onSuccess: () => {
      for (const call of [fileCall, historyCall])
        void client.invalidateQueries({ queryKey: answerKey(call) });
      onDone();
    },
    // the current values are shown beside the typed ones
    onError: (error) => {
      if (isRefusal(error, 'changed'))
        void client.invalidateQueries({ queryKey: answerKey(fileCall) });
    },
  });
}
