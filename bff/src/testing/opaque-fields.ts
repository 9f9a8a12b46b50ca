/** The pattern that distinguishes the contract's `opaque` from other texts. */
const OPAQUE = '^[\\x21-\\x7e]+$';

interface Inside {
  def: {
    shape?: Record<string, unknown>;
    checks?: unknown[];
    pattern?: RegExp;
    [part: string]: unknown;
  };
}
const insideOf = (schema: unknown): Inside | undefined =>
  (schema as { _zod?: Inside } | null | undefined)?._zod;

const isOpaque = (schema: unknown): boolean => {
  const { def } = insideOf(schema) ?? {};
  if (def?.['innerType']) return isOpaque(def['innerType']);
  return (def?.checks ?? []).some((check) => insideOf(check)?.def.pattern?.source === OPAQUE);
};

/** The names of all fields below these schemas: those that take an opaque text, and the others. */
export function opaqueFieldsOf(schemas: readonly unknown[]): {
  opaque: string[];
  others: string[];
} {
  const fields = new Map<string, boolean>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const inside = insideOf(value);
    for (const [name, schema] of Object.entries(inside?.def.shape ?? {})) {
      fields.set(name, isOpaque(schema) || (fields.get(name) ?? false));
      walk(schema);
    }
    Object.values(inside ? inside.def : value).forEach(walk);
  };
  schemas.forEach(walk);
  const names = [...fields.keys()];
  return {
    opaque: names.filter((name) => fields.get(name)),
    others: names.filter((name) => !fields.get(name)),
  };
}
