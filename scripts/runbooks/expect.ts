/** Fails unless a text holds what a runbook says that it shows. */
export function expectText(text: string, holds: RegExp): void {
  if (!holds.test(text)) throw new Error(`${holds} is not in: ${text.slice(-2000)}`);
}
