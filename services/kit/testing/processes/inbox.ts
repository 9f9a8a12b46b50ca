import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from './sandbox-process.ts';

/** A mail server that takes what it is sent, as far as SMTP goes here. */
export class Inbox {
  readonly taken: { to: string; text: string }[] = [];
  /** Addresses that it refuses with `refusal`. */
  readonly refuses = new Set<string>();
  refusal = '550 nobody here';
  /** How long it thinks about a letter, in milliseconds. */
  thinks = 0;
  /** Awaited when an email is accepted, before the sender gets the answer. */
  onTaken: (to: string) => Promise<void> = async () => {};
  /** Awaited before an email is sent, before its sender may go on. */
  beforeData: (to: string) => Promise<void> = async () => {};
  port = 0;
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();

  async up(): Promise<void> {
    const server = createServer((socket) => this.#talk(socket));
    this.#server = server;
    // no outgoing connection takes it while this server is down
    this.port ||= await freePort();
    await new Promise<void>((ready) => server.listen(this.port, '127.0.0.1', ready));
  }

  async down(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(undefined)));
    this.#server = undefined;
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    let [to, text, isData, left] = ['', '', false, ''];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (isData && line !== '.') text += `${line}\n`;
      else if (isData) {
        isData = false;
        this.taken.push({ to, text });
        const answer = () => setTimeout(say, this.thinks, '250 taken');
        void this.onTaken(to).then(answer);
      } else if (/^(EHLO|HELO|MAIL|RSET)/i.test(line)) say('250 fine');
      else if (/^RCPT/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        say(this.refuses.has(to) ? this.refusal : '250 fine');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        text = '';
        void this.beforeData(to).then(() => say('354 go on'));
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('502 what');
    };
    say('220 inbox');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const lines = (left + data).split('\r\n');
      left = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
  }
}
