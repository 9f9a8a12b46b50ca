import type { CallAnswer, CallInput } from '@portal/contract/call';
import { useEffect, useRef, useState } from 'react';
import { KeyPerTry, type Wire, withKey } from '../shared/api/client.ts';
import { sendFile, type TakesFile } from '../shared/api/send-file.ts';

export interface Upload<Spec extends TakesFile> {
  /** How much of the file has left, from 0 to 1; null: none is on its way. */
  share: number | null;
  answer: CallAnswer<Spec> | null;
  failure: Error | null;
  send: (file: File) => void;
  /** Clears the result of the last try, and aborts a running one. */
  forget: () => void;
}

/** Sends a file by a call of its own; the same file again while the outcome is unknown. */
export function useUpload<Spec extends TakesFile>(
  call: Wire<Spec>,
  field: Spec['upload']['field'],
  input: CallInput<Spec>,
): Upload<Spec> {
  const [share, setShare] = useState<number | null>(null);
  const [answer, setAnswer] = useState<CallAnswer<Spec> | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const forget = () => {
    running.current?.abort();
    running.current = null;
    setShare(null);
    setAnswer(null);
    setFailure(null);
  };
  const send = async (file: File) => {
    forget();
    const stop = new AbortController();
    running.current = stop;
    setShare(0);
    try {
      const name = `${file.name} ${file.size} ${file.lastModified} ${JSON.stringify(input)}`;
      const sent = (key: string) =>
        sendFile(call, input, { field, file, key, signal: stop.signal, onProgress: setShare });
      const answered = await withKey(tries, name, sent);
      if (!stop.signal.aborted) setAnswer(answered);
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error as Error);
    } finally {
      // another one may be under way
      if (running.current === stop) setShare(null);
    }
  };
  return { share, answer, failure, send: (file) => void send(file), forget };
}
