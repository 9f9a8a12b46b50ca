/** Returns the fields that differ as [old, new] pairs, for the audit. */
export function changes(before: object, after: object): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after)
      .filter(
        ([field, value]) => JSON.stringify(old[field] ?? null) !== JSON.stringify(value ?? null),
      )
      .map(([field, value]) => [field, [old[field] ?? null, value ?? null]]),
  );
}
