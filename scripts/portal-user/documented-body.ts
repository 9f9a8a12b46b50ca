import type { CallSpec } from '@portal/contract/call';

const SCHEMA_OF = { 200: 'answer', 202: 'accepted' } as const;

/**
 * Throws when the JSON body of a success differs from the schema that the contract documents for
 * the call. Skips files and error responses.
 */
export function assertDocumented(
  call: CallSpec,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): void {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson || (status !== 200 && status !== 202)) return;
  const read = call[SCHEMA_OF[status]]?.safeParse(body);
  if (read?.success) return;
  const issues = read?.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const differences = issues?.slice(0, 5).join('; ') ?? 'no such body is documented';
  throw new Error(`${call.path} responds with ${status} unlike its contract: ${differences}`);
}
