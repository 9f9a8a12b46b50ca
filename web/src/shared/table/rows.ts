import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerKey } from '../api/calls.ts';
import { type CallFailure, send, type Wire } from '../api/client.ts';

/** Rows of a page, and how many there are in all. */
export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** A call whose answer is a list, with the number of all rows in a header. */
type ListCall = CallSpec & { answer: { _zod: { output: readonly unknown[] } } };
type RowOf<Spec extends CallSpec> = CallAnswer<Spec> extends readonly (infer Row)[] ? Row : never;

const TOTAL = 'x-total-count';

/** Asks once for a page of rows; `total` is that of the header, or the rows' own number. */
export async function readRows<Spec extends ListCall>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  signal?: AbortSignal,
): Promise<Rows<RowOf<Spec>>> {
  let total: number | null = null;
  const onHeaders = (headers: Headers) => {
    const said = headers.get(TOTAL);
    total = said === null ? null : Number(said);
  };
  const rows = (await send(call, input, { signal, onHeaders })) as RowOf<Spec>[];
  return { rows, total: total ?? rows.length };
}

/** The rows of a page; those of the last one stay in view while others are on their way. */
export const useRows = <Spec extends ListCall>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<Rows<RowOf<Spec>>, CallFailure> =>
  useQuery<Rows<RowOf<Spec>>, CallFailure>({
    queryKey: [...answerKey(call, input), 'rows'],
    queryFn: ({ signal }) => readRows(call, input, signal),
    enabled,
    ...(enabled ? { placeholderData: keepPreviousData } : {}),
  });
