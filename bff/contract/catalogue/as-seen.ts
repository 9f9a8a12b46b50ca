import type * as z from 'zod';

/** Says of two fields or more that do not go together what is wrong with them. */
export const wrongTogether =
  (context: z.RefinementCtx) =>
  (isWrong: boolean, paths: readonly string[], message: string): void => {
    if (isWrong)
      for (const path of paths) context.addIssue({ code: 'custom', path: [path], message });
  };

/** A change names the version that was seen, something new has none. */
export function namesWhatWasSeen(
  { id, version }: { id?: number | undefined; version?: number | undefined },
  context: z.RefinementCtx,
): void {
  const isWrong = (id === undefined) !== (version === undefined);
  wrongTogether(context)(isWrong, ['version', 'id'], 'version invalid');
}
