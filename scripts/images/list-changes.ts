interface Entry {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly parts: string;
}

function entriesOf(list: string): Map<string, Entry[]> {
  const entries = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Entry => {
      const [whole = '', license = '', parts = ''] = line.split('  ');
      const at = whole.lastIndexOf('@');
      return { name: whole.slice(0, at), version: whole.slice(at + 1), license, parts };
    });
  return Map.groupBy(entries, ({ name }) => name);
}

const said = (entries: readonly Entry[], of: (entry: Entry) => string): string =>
  [...new Set(entries.map(of))].sort().join(', ') || 'none';

/**
 * Compares two lists of shipped packages (deploy/packages.txt). Returns one line a package: added,
 * removed, or the change of its versions, licenses and images.
 */
export function listChanges(before: string, after: string): string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [was.get(name) ?? [], is.get(name) ?? []];
    const line = ({ version, license, parts }: Entry) => `${version}, ${license}, in ${parts}`;
    if (old.length === 0) return [`added ${name}: ${said(now, line)}`];
    if (now.length === 0) return [`gone ${name}: ${said(old, line)}`];
    const changes = (['version', 'license', 'parts'] as const).flatMap((field) => {
      const [from, to] = [said(old, (entry) => entry[field]), said(now, (entry) => entry[field])];
      return from === to ? [] : [`${field} ${from} -> ${to}`];
    });
    return changes.length === 0 ? [] : [`changed ${name}: ${changes.join('; ')}`];
  });
}
