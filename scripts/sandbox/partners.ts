/** The partners that faults and journals know by name. */
const partners = [
  'cards',
  'tal',
  'coopersmith',
  'proctor',
  'exams',
  'tti',
  'masped',
  'recaptcha',
] as const;
export type Partner = (typeof partners)[number];

const otherNames: Record<string, Partner> = {
  proctoring: 'proctor',
  examPlatform: 'exams',
  ccc: 'coopersmith',
};

/** The partner meant by a name, also by the names the portal's own calls use; null for none. */
export function partnerNamed(name: string): Partner | null {
  return partners.find((partner) => partner === name) ?? otherNames[name] ?? null;
}
