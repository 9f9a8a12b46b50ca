/** The parent page of the lists of counted or pending records. */
export const overviewAbove = [{ to: '/admin/overview', label: 'Overview' }];

/** 'Nov 1, 2026 to Nov 7, 2026' of an address, or the one day. */
export function spanText(address: URLSearchParams, dayText: (day: string) => string): string {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const text = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? dayText(day) : day);
  return from === to ? text(from) : `${text(from)} to ${text(to)}`;
}
