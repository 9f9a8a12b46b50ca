import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { saveMaterial } from '@portal/contract/catalogue/office-material';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answerKey } from '../../shared/api/calls.ts';
import { type CallFailure, KeyPerTry, withKey } from '../../shared/api/client.ts';
import { sendFile } from '../../shared/api/send-file.ts';
import { catalogueCall, saveMaterialCall, showChanged } from '../api.ts';

interface Saving {
  input: CallInput<typeof saveMaterial>;
  file: File | null;
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Saves a study material, with its file where it has a new one, once a try. */
export function useSaveMaterial(
  onDone: (answer: CallAnswer<typeof saveMaterial>) => void,
): UseMutationResult<CallAnswer<typeof saveMaterial>, CallFailure, Saving> {
  const client = useQueryClient();
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  return useMutation<CallAnswer<typeof saveMaterial>, CallFailure, Saving>({
    mutationFn: ({ input, file, onProgress }) => {
      const what = file ? `${file.name} ${file.size} ${file.lastModified}` : '';
      return withKey(tries, `${what} ${JSON.stringify(input)}`, (key) =>
        sendFile(saveMaterialCall, input, {
          field: 'file',
          file,
          key,
          onProgress,
          signal: new AbortController().signal,
        }),
      );
    },
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: answerKey(catalogueCall) });
      showChanged(client, 'materials', answer.item);
      onDone(answer);
    },
  });
}
