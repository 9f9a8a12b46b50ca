import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AddressObject, type Attachment, simpleParser } from 'mailparser';

export interface Address {
  readonly address: string;
  readonly name: string;
}

export interface AttachmentInfo {
  readonly fileName: string;
  readonly contentType: string;
  readonly length: number;
}

/** A mail as `GET /api/email` shows it, by the names that maildev uses. */
export interface Mail {
  readonly id: string;
  readonly time: string;
  readonly date: string;
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly replyTo: readonly Address[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | false;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly AttachmentInfo[];
  readonly envelope: { readonly from: Address; readonly to: readonly Address[] };
}

interface Stored {
  readonly mail: Mail;
  readonly attachments: readonly Attachment[];
}

const addresses = (field: AddressObject | readonly AddressObject[] | undefined): Address[] =>
  [field ?? []].flat().flatMap((object) =>
    (object as AddressObject).value.map(({ address, name }) => ({
      address: address ?? '',
      name: name ?? '',
    })),
  );

interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

async function read(
  id: string,
  raw: Buffer,
  envelope: Envelope,
  received: string,
): Promise<Stored> {
  const parsed = await simpleParser(raw, { skipImageLinks: true });
  const asAddress = (address: string): Address => ({ address, name: '' });
  return {
    mail: {
      id,
      time: received,
      date: (parsed.date ?? new Date(received)).toISOString(),
      from: addresses(parsed.from),
      to: addresses(parsed.to),
      cc: addresses(parsed.cc),
      replyTo: addresses(parsed.replyTo),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html,
      headers: Object.fromEntries(
        parsed.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]),
      ),
      attachments: parsed.attachments.map((a) => ({
        fileName: a.filename ?? 'unnamed',
        contentType: a.contentType,
        length: a.size,
      })),
      envelope: { from: asAddress(envelope.from), to: envelope.to.map(asAddress) },
    },
    attachments: parsed.attachments,
  };
}

/** Returns one key for duplicates of an email to the same people; undefined without Message-ID. */
function duplicateKeyOf({ headers, envelope }: Mail): string | undefined {
  const people = envelope.to.map(({ address }) => address).sort();
  return headers['message-id'] && [headers['message-id'], ...people].join();
}

/** The mails of this portal: each a file of the folder, all of them in memory. Oldest first. */
export class MailStore {
  readonly #folder: string;
  readonly #mails = new Map<string, Stored>();
  readonly #idOfKey = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads what earlier runs received; a file that cannot be read is left alone. */
  async load(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    for (const file of readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const id = file.slice(0, -'.json'.length);
      try {
        const { envelope, received } = JSON.parse(
          readFileSync(join(this.#folder, file), 'utf8'),
        ) as {
          envelope: Envelope;
          received: string;
        };
        this.#keep(
          id,
          await read(id, readFileSync(join(this.#folder, `${id}.eml`)), envelope, received),
        );
      } catch {
        process.stderr.write(`The mail ${id} cannot be read.\n`);
      }
    }
  }

  /**
   * Stores a mail on disk before the sender gets an answer. A duplicate with the same Message-ID to
   * the same people is dropped, as mailboxes do: a sender that died before it could note the first
   * one sends again.
   */
  async add(raw: Buffer, envelope: Envelope, received: string): Promise<Mail> {
    const id = `${received.replace(/\D/g, '')}-${randomUUID().slice(0, 8)}`;
    const stored = await read(id, raw, envelope, received);
    const key = duplicateKeyOf(stored.mail);
    const duplicate = key === undefined ? undefined : this.find(this.#idOfKey.get(key) ?? '');
    if (duplicate) return duplicate;
    writeFileSync(join(this.#folder, `${id}.eml`), raw);
    const draft = join(this.#folder, `${id}.new`);
    writeFileSync(draft, JSON.stringify({ envelope, received }));
    renameSync(draft, join(this.#folder, `${id}.json`));
    this.#keep(id, stored);
    return stored.mail;
  }

  #keep(id: string, stored: Stored): void {
    this.#mails.set(id, stored);
    const key = duplicateKeyOf(stored.mail);
    if (key !== undefined) this.#idOfKey.set(key, id);
  }

  list(): readonly Mail[] {
    return [...this.#mails.values()].map(({ mail }) => mail);
  }

  find(id: string): Mail | undefined {
    return this.#mails.get(id)?.mail;
  }

  attachment(id: string, fileName: string): Attachment | undefined {
    return this.#mails.get(id)?.attachments.find((a) => (a.filename ?? 'unnamed') === fileName);
  }

  remove(id: string): boolean {
    if (!this.#mails.delete(id)) return false;
    for (const kind of ['json', 'eml'])
      rmSync(join(this.#folder, `${id}.${kind}`), { force: true });
    return true;
  }

  clear(): void {
    for (const id of [...this.#mails.keys()]) this.remove(id);
  }
}
