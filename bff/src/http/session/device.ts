import Bowser from 'bowser';

/** The length of a User-Agent that is read; the rest is ignored. */
const LONGEST = 400;

/**
 * Returns a browser and its system from its User-Agent: 'Chrome on Windows'; undefined if neither
 * is known. Versions are left out: a person does not need them to recognize a device.
 */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST));
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length === 0 ? undefined : names.join(' on ').slice(0, 60);
}
