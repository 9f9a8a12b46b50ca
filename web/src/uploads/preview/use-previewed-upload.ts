import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { useLayoutEffect } from 'react';
import { CallFailure, type Wire } from '../../shared/api/client.ts';
import type { TakesFile } from '../../shared/api/send-file.ts';
import { useUpload } from '../use-upload.ts';

/** A call that can preview the effect of a file before applying it. */
export type Previews = TakesFile & {
  answer: { _zod: { output: { preview?: { fingerprint: string } | undefined } } };
};

interface Previewed<Spec extends CallSpec> {
  /** How much of the file has left, from 0 to 1; null: none is on its way. */
  share: number | null;
  /** The file's preview, once loaded. */
  preview: CallAnswer<Spec> | null;
  /** The result. */
  answer: CallAnswer<Spec> | null;
  failure: Error | null;
  /** Applies the preview; without one, requests the preview again. */
  send: (file: File) => void;
}

/**
 * Sends a file twice: at once for a preview, and to be applied after the person has seen the
 * preview. `file` is null until all fields of the call are filled in.
 */
export function usePreviewedUpload<Spec extends Previews>(
  call: Wire<Spec>,
  field: Spec['upload']['field'],
  input: Omit<CallInput<Spec>, 'preview' | 'previewed'>,
  file: File | null,
): Previewed<Spec> {
  const looked = useUpload(call, field, {
    ...input,
    preview: true,
  } as unknown as CallInput<Spec>);
  const shown = looked.answer as { preview?: { fingerprint: string } } | null;
  const previewed = shown?.preview?.fingerprint;
  const applied = useUpload(call, field, {
    ...input,
    ...(previewed === undefined ? {} : { previewed }),
  } as unknown as CallInput<Spec>);

  const about = JSON.stringify(input);
  // before the paint: no Upload can be pressed while the new file has no preview
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file or field starts over
  useLayoutEffect(() => {
    looked.forget();
    applied.forget();
    if (file) looked.send(file);
  }, [file, about]);

  // a refusal invalidates the preview; while the outcome of a request is unknown, the same request
  // can be repeated
  const isRefused = applied.failure instanceof CallFailure && applied.failure.isFinal;
  const isShown = looked.answer !== null && !isRefused;

  return {
    share: looked.share ?? applied.share,
    preview: isShown && !applied.answer ? looked.answer : null,
    answer: applied.answer,
    failure: applied.failure ?? looked.failure,
    send: (one) => {
      if (isShown) return applied.send(one);
      applied.forget();
      looked.send(one);
    },
  };
}
