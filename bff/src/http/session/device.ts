import Bowser from 'bowser';

/** More of what a browser says of itself is not looked at. */
const LONGEST = 400;

/**
 * A browser and its system by what it says of itself: 'Chrome on Windows'; undefined when that is
 * nothing known. Versions are left out: they would tell more than a person needs to know a device
 * again.
 */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST));
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length === 0 ? undefined : names.join(' on ').slice(0, 60);
}
