/** Where the mail of well-known domains is read in a browser. */
const webmails: Readonly<Record<string, { name: string; address: string }>> = {
  'gmail.com': { name: 'Gmail', address: 'https://mail.google.com/' },
  'googlemail.com': { name: 'Gmail', address: 'https://mail.google.com/' },
  'outlook.com': { name: 'Outlook', address: 'https://outlook.live.com/mail/' },
  'hotmail.com': { name: 'Outlook', address: 'https://outlook.live.com/mail/' },
  'live.com': { name: 'Outlook', address: 'https://outlook.live.com/mail/' },
  'yahoo.com': { name: 'Yahoo Mail', address: 'https://mail.yahoo.com/' },
  'icloud.com': { name: 'iCloud Mail', address: 'https://www.icloud.com/mail/' },
  'aol.com': { name: 'AOL Mail', address: 'https://mail.aol.com/' },
};

/** The webmail of an address, where its domain is a well-known one. */
export function webmailOf(email: string): { name: string; address: string } | null {
  const domain = email
    .trim()
    .slice(email.trim().lastIndexOf('@') + 1)
    .toLowerCase();
  return Object.hasOwn(webmails, domain) ? (webmails[domain] ?? null) : null;
}
