/** The name of a column as it is compared: no case, spaces as underscores. */
export const columnName = (text: string): string => text.trim().toLowerCase().replaceAll(' ', '_');

/** MM/DD/YYYY or YYYY-MM-DD as YYYY-MM-DD; null: no such day. */
export function dayIn(text: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  try {
    return Temporal.PlainDate.from(iso, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}
