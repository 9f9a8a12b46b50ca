/** Throws unless a text contains the pattern that a runbook mentions. */
export function expectText(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in: ${text.slice(-2000)}`);
}
