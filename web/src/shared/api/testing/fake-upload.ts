const realRequest = globalThis.XMLHttpRequest;

/** Replaces the browser's request with a file; the test decides its outcome. */
export class FakeUpload {
  /** Every request of the test, in order. */
  static made: FakeUpload[] = [];

  /** Takes the place of the browser's own, before each test. */
  static begin(): void {
    FakeUpload.made = [];
    globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  }
  static end(): void {
    globalThis.XMLHttpRequest = realRequest;
  }

  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers = new Map<string, string>();
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  form = new FormData();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    this.form = form;
    FakeUpload.made.push(this);
  }
  abort() {
    this.onabort?.();
  }
  answers(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
  get key() {
    return this.headers.get('idempotency-key');
  }
}
